import Testing

@testable import Streams

@Suite("flatMapFirst")
struct FlatMapFirstTests {
  private let stage = PictureStage()

  private func first(_ outer: String, _ inners: [String: String]) -> PictureSignal {
    stage.cold(outer, "outer").flatMapFirst { [stage] name in
      stage.cold(inners[name] ?? "|", name)
    }
  }

  @Test("What comes while an inner runs is ignored; the next after its end is not")
  func values() {
    let signal = first("1--2--3----|", ["1": "a---b|", "2": "no|", "3": "x--y|"])
    #expect(stage.play(signal) == "a---b-x--y-|")
    #expect(["1", "2", "3"].map { stage.runs($0) } == ["0-5", "", "6-10"])
    #expect(stage.play(first("1-|", ["1": "---a|"])) == "---a|")
  }

  @Test("The transform is not called for what is ignored, and after the teardown for what is not")
  func order() {
    let order = Notes<String>()
    let signal = stage.cold("1-2-3|").flatMapFirst { [stage] name in
      order.add("transform \(name)")
      return stage.cold("---|").handleEvents(onTermination: { order.add("over \(name)") })
    }
    #expect(stage.play(signal) == "-------|")
    #expect(order.all == ["transform 1", "over 1", "transform 3", "over 3"])
  }

  @Test("A failure of either ends it at once; an inner that runs is cancelled first")
  func fails() {
    #expect(stage.play(first("1-#", ["1": "a---b|"])) == "a-#")
    #expect(stage.runs("1") == "0-2")
    let inner = FlatMapFirstTests()
    #expect(inner.stage.play(inner.first("2---|", ["2": "a-#"])) == "a-#")
    #expect(inner.stage.runs("outer") == "0-2")
  }

  @Test("A cancel reaches this one and the inner")
  func cancel() {
    #expect(stage.play(first("1-----|", ["1": "a----|"]), cancelAt: 3) == "a")
    #expect(stage.runs("outer") + " " + stage.runs("1") == "0-3 0-3")
  }

  @Test("Empty inners, and an empty outer")
  func empty() {
    #expect(stage.play(first("1-2-|", [:])) == "----|")
    #expect(stage.play(first("-|", [:])) == "-|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.flatMapFirst { .just($0) } }
  }

  @Test("An outer value sent from the handler while the inner runs is ignored")
  func reentrancy() {
    let (outer, inner) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<Int>()
    outer.signal.flatMapFirst { $0 == 0 ? inner.signal : .just($0) }.observe(value: { value in
      notes.add(value)
      if value == 1 { outer.send(10) }
      if value == 2 { inner.finish() }
      notes.add(-value)
    })
    outer.send(0)
    inner.send(1)
    inner.send(2)
    outer.send(20)
    #expect(notes.all == [1, -1, 2, -2, 20, -20])
  }

  @Test("A signal that cannot fail leads to signals that can")
  func neverFailingOuter() {
    let signal = Signal<Int, Never>.just(1).flatMapFirst { [stage] _ in stage.cold("1#") }
    #expect(stage.play(signal) == "1#")
  }

  @Test("The decision: one slot and no queue")
  func decides() {
    var state = FlatMapState<Int>(maxConcurrent: 1, keepsWaiting: false)
    #expect(state.receive(1) == 1)
    #expect(state.receive(2) == nil)
    #expect(state.innerFinished() == nil)
    #expect(state.receive(3) == 3)
    state.isOuterDone = true
    #expect(!state.isOver)
    #expect(state.innerFinished() == nil)
    #expect(state.isOver)
  }

  @Test("A signal that can fail leads to signals that cannot, without a word about it")
  func innerCannotFail() {
    @Sendable func hit(_ name: String) -> Signal<String, Never> { .just(name + name) }
    let inner = stage.cold("1-#").flatMapFirst { hit($0) }
    #expect(stage.play(inner.map { $0 == "11" ? "x" : "?" }) == "x-#")
  }
}
