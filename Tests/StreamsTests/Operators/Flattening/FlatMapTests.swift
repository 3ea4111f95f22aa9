import Testing

@testable import Streams

@Suite("flatMap")
struct FlatMapTests {
  private let stage = PictureStage()

  /// Each value starts the source of its name.
  private func flat(_ outer: String, _ max: Int, _ inners: [String: String]) -> PictureSignal {
    stage.cold(outer, "outer").flatMap(maxConcurrent: max) { [stage] name in
      stage.cold(inners[name] ?? "|", name)
    }
  }

  private func flat(_ outer: String, _ inners: [String: String]) -> PictureSignal {
    flat(outer, .max, inners)
  }

  @Test("All inner signals run at once; ends when this one and all of them have")
  func values() {
    let signal = flat("1-2|", ["1": "a--b--c|", "2": "x-y--|"])
    #expect(stage.play(signal) == "a-xby-c|")
    #expect(stage.runs("1") + " " + stage.runs("2") == "0-7 2-7")
  }

  @Test("At most so many run; the others wait, first in, first out")
  func maxConcurrent() {
    let inners = ["1": "a-|", "2": "b-|", "3": "c-|", "4": "d-|"]
    #expect(stage.play(flat("(1234)|", 1, inners)) == "a-b-c-d-|")
    #expect(stage.play(flat("(1234)|", 2, inners)) == "(ab)-(cd)-|")
    #expect(stage.play(flat("(1234)|", 0, inners)) == "a-b-c-d-|")
  }

  @Test("The transform is called when the slot opens, after the inner before was torn down")
  func slot() {
    let order = Notes<String>()
    let signal = stage.cold("(12)|").flatMap(maxConcurrent: 1) { [stage] name in
      order.add("transform \(name)")
      return PictureSignal { emitter in
        emitter.onTermination { order.add("torn \(name)") }
        stage.scheduler.schedule(after: .seconds(2)) { emitter.finish() }
      }
    }
    #expect(stage.play(signal) == "----|")
    #expect(order.all == ["transform 1", "torn 1", "transform 2", "torn 2"])
  }

  @Test("Any failure ends it at once; everything else is cancelled first, waiting values dropped")
  func fails() {
    #expect(stage.play(flat("12-3-|", 2, ["1": "a--#", "2": "b-----|", "3": "c|"])) == "ab-#")
    #expect(stage.runs("outer") == "0-3")
    #expect(stage.runs("2") == "1-3")
    #expect(stage.runs("3") == "")
    #expect(stage.play(flat("1-#", ["1": "a---b|"])) == "a-#")
  }

  @Test("A cancel reaches this one and all inner ones")
  func cancel() {
    #expect(stage.play(flat("1-2---|", ["1": "a----|", "2": "b----|"]), cancelAt: 4) == "a-b")
    #expect(["outer", "1", "2"].map { stage.runs($0) } == ["0-4", "0-4", "2-4"])
  }

  @Test("Empty inner signals, and an empty outer one")
  func empty() {
    #expect(stage.play(flat("123-|", [:])) == "----|")
    #expect(stage.play(flat("-|", [:])) == "-|")
  }

  @Test("A cancel while an inner signal is made keeps it from starting")
  func cancelInTransform() {
    let scope = Subscription()
    PictureSignal.just("1").flatMap { [stage] _ in
      scope.cancel()
      return stage.cold("2|", "b")
    }
    .observe(in: scope) { _ in Issue.record("delivered") }
    #expect(stage.runs("b") == "")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.flatMap { .just($0) } }
    expectLaws { source, _ in source.flatMap(maxConcurrent: 2) { .sequence([$0, $0]) } }
  }

  @Test("An outer value sent from the handler of an inner one waits its turn")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal.flatMap { Signal<Int, Never>.sequence([$0, $0 + 1]) }.observe(value: { value in
      notes.add(value)
      if value == 1 { subject.send(10) }
    })
    subject.send(1)
    #expect(notes.all == [1, 2, 10, 11])
  }

  @Test("No slot at all is reported, and one is used")
  func noSlot() {
    let values = Log<Int>()
    let misuses = collectingMisuse {
      Signal.sequence(1...3).flatMap(maxConcurrent: 0) { Signal<Int, Never>.just($0 * 10) }
        .observe(value: { values.append($0) })
    }
    #expect(values.entries == [10, 20, 30])
    #expect(
      misuses.entries
        == [.countTooSmall(operator: "flatMap(maxConcurrent:)", given: 0, least: 1)])
  }

  @Test("The decision: slots, the queue, the end")
  func decides() {
    var state = FlatMapState<Int>(maxConcurrent: 2)
    #expect(state.receive(1) == 1)
    #expect(state.receive(2) == 2)
    #expect(state.receive(3) == nil)
    #expect(state.receive(4) == nil)
    #expect(state.innerFinished() == 3)
    #expect(state.innerFinished() == 4)
    state.isOuterDone = true
    #expect(state.innerFinished() == nil)
    #expect(!state.isOver)
    #expect(state.innerFinished() == nil)
    #expect(state.isOver)
  }

  @Test("A signal that can fail leads to signals that cannot, without a word about it")
  func innerCannotFail() {
    @Sendable func hit(_ name: String) -> Signal<String, Never> { .just(name + name) }
    let inner = stage.cold("1-#").flatMap { hit($0) }
    #expect(stage.play(inner.map { $0 == "11" ? "x" : "?" }) == "x-#")
  }
}
