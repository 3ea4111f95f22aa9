import Streams
import StreamsTesting
import Testing

/// What the pipelines that are type-checked alone deliver.
@Suite("Pipelines are inferred, and run")
struct PipelineTests {
  private typealias Numbers = InferredPipelines.Numbers
  private typealias LoadError = InferredPipelines.LoadError

  private let clock = TestScheduler()
  private var inferred: InferredPipelines { InferredPipelines(clock: clock) }
  private var app: AppPipelines { AppPipelines(server: AppPipelines.Server(), clock: clock) }

  private func values<Value, Failure>(_ pipeline: some Sendable, _: Signal<Value, Failure>.Type)
    throws -> [Value]
  {
    try values(#require(pipeline as? Signal<Value, Failure>))
  }

  private func values<Value, Failure>(_ signal: Signal<Value, Failure>) throws -> [Value] {
    let recording = clock.record(signal)
    try clock.run()
    return recording.values
  }

  @Test("of every operator")
  func operators() throws {
    #expect(try values(inferred.p1(), Numbers.self) == [10, 18])
    #expect(
      try values(inferred.p6(), Signal<String, LoadError>.self) == ["1 ONE", "2 TWO", "3 TWO"])
    #expect(try values(inferred.p9(), Numbers.self) == [1, 7])
    #expect(try values(inferred.p12(), Signal<String, LoadError>.self) == ["12", "123", "1234"])
    #expect(
      try values(inferred.p14(), Signal<String, LoadError>.self) == ["1", "2", "3", "end"])
    #expect(try values(inferred.p18(), Signal<String, Never>.self) == ["three"])
    #expect(try values(inferred.p19(), Signal<Int, Never>.self) == [0, 10, 30])
    #expect(try values(inferred.p20(), Numbers.self) == [1, 2, 8, 9])
  }

  @Test("of operators that combine and flatten")
  func combining() throws {
    #expect(
      try values(inferred.p21(), Numbers.self) == [59, 60, 61, 62, 63, 64, 65, 66, 67, 68])
    #expect(try values(inferred.p22(), Signal<String, Never>.self) == ["one three", "two three"])
    #expect(try values(inferred.p23(), Numbers.self) == [4, 6])
    #expect(try values(inferred.p24(), Numbers.self) == [2, 3, 1, 2, 1])
  }

  @Test("of operators that gather, cut off and replace")
  func gathering() throws {
    #expect(try values(inferred.p31(), Signal<[Int], LoadError>.self) == [[9, 6]])
    #expect(try values(inferred.p32(), Signal<Bool, Never>.self) == [true])
    #expect(try values(inferred.p33(), Signal<String, Never>.self) == ["three"])
    #expect(try values(inferred.p34(), Signal<Bool, Never>.self) == [true])
  }

  @Test("of an app: search and forms")
  func forms() throws {
    let typed = Signal<String, Never>.sequence(["Sw", "Swi", "Swift"])
    #expect(try values(app.searchBox(typed)) == [["swift-b", "swift-a"]])
    #expect(try values(app.searchOrFailure(typed)) == ["Swift-b"])
    #expect(
      try values(app.signUpButton(.sequence(["", "Ada"]), .just("a@b"), .sequence([true, false])))
        == [false])
    #expect(try values(app.nameCheck(.just("ada"))) == [.checking, .free])
    #expect(try values(app.nameCheck(.just("ad"))) == [.tooShort])
  }

  @Test("of an app: requests")
  func requests() throws {
    let profile = AppPipelines.Profile(
      user: AppPipelines.User(id: 7, name: "Ada"), documents: 2, picture: [])
    #expect(try values(app.profile(of: 7)) == [profile])
    #expect(try values(app.titles(for: "x")) == [["X-A", "X-B"]])
    #expect(try values(app.uploads(of: ["a", "b", "c", "d"])) == [0.25, 0.5, 0.75, 1])
    #expect(try values(app.pages(until: 2)) == ["1", "end", "2", "end"])
    #expect(try values(app.cachedThenFresh(1)) == ["Old Ada", "Ada"])
    #expect(try values(app.backedOff(1)).map(\.name) == ["Ada"])
    #expect(try values(app.withFreshToken("a")) == ["a: t"])
    #expect(try values(app.fromCallback(1)) == ["ADA"])
    #expect(try values(app.names(.just(AppPipelines.User(id: 1, name: "Grace")))) == ["2!"])
    #expect(try values(app.first(of: [.fail(.offline), .just("a")])) == ["a"])
  }

  @Test("of an app: time and state")
  func state() throws {
    let polled = clock.record(app.polling(1))
    clock.advance(by: .seconds(7))
    polled.cancel()
    #expect(polled.values == ["working: half"])
    #expect(try values(app.whileOnline(.sequence([false, true]))) == [3, 3, 5])
    let ups = Signal<Void, Never>.sequence([(), ()])
    #expect(try values(app.counter(ups, .just(()), .just(()))) == ["1", "2", "1", "0"])
    #expect(try values(app.pairs(.sequence([1, 9, 10, 2]))) == ["up 8", "down 8"])
    let lines = ["4,a", "1,b", ",c", "2", "1", "9"]
    #expect(try values(app.peaks(.sequence(lines))) == [4, 0])
    #expect(try values(app.peaks(.sequence(["4,a", "1,b", "2", "1", "9"]))) == [4, 2, 9])
  }

  @Test("of an app: async code")
  func async() throws {
    let recording = clock.record(app.fromAsync([1, 0, 2]))
    try clock.run()
    #expect(recording.values == [[1], [1, 2]])
  }
}
