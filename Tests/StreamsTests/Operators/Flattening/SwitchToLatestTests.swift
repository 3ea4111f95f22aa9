import Streams
import Testing

@Suite("switchToLatest")
struct SwitchToLatestTests {
  private let stage = PictureStage()

  private func switched(_ outer: String, _ inners: [String: String]) -> PictureSignal {
    stage.cold(outer, "outer").map { [stage] in stage.cold(inners[$0] ?? "|", $0) }
      .switchToLatest()
  }

  @Test("Only the latest is heard; ends when this one has finished and no inner runs")
  func values() {
    let signal = switched("1----2-|", ["1": "a--b--c|", "2": "x--y|"])
    #expect(stage.play(signal) == "a--b-x--y|")
    #expect(stage.runs("1") + " " + stage.runs("2") == "0-5 5-9")
    #expect(stage.play(switched("1----|", ["1": "a|"])) == "a----|")
  }

  @Test("A failure of either ends it at once; one of a signal that was replaced is not heard")
  func fails() {
    #expect(stage.play(switched("1-#", ["1": "a---b|"])) == "a-#")
    #expect(stage.runs("1") == "0-2")
    #expect(stage.play(switched("2---|", ["2": "a-#"])) == "a-#")
    #expect(stage.play(switched("1-2|", ["1": "---#", "2": "-x|"])) == "---x|")
  }

  @Test("Where only the inner ones, or only this one, can fail")
  func failureTypes() {
    let inner = Signal<PictureSignal, Never>.just(stage.cold("1-#"))
    #expect(stage.play(inner.switchToLatest()) == "1-#")
    let outer = stage.cold("1-2#").map { Signal<String, Never>.sequence([$0, "x"]) }
    #expect(stage.play(outer.switchToLatest()) == "(1x)-(2x)#")
    let neither = Signal<Int, Never>.sequence([1, 2]).map { Signal<Int, Never>.just($0) }
    #expect(stage.play(neither.switchToLatest().map { $0 + 1 }) == "(23|)")
  }

  @Test("Without an inner signal, and with empty ones")
  func empty() {
    #expect(stage.play(switched("--|", [:])) == "--|")
    #expect(stage.play(switched("1-2-|", [:])) == "----|")
  }

  @Test("A cancel reaches this one and the inner")
  func cancel() {
    #expect(stage.play(switched("1-----|", ["1": "a----|"]), cancelAt: 3) == "a")
    #expect(stage.runs("outer") + " " + stage.runs("1") == "0-3 0-3")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.map { PictureSignal.just($0) }.switchToLatest() }
    expectLaws { source, _ in Signal<PictureSignal, PictureFailure>.just(source).switchToLatest() }
  }

  @Test("A signal sent from the handler replaces the one that delivers")
  func reentrancy() {
    let outer = PassthroughSubject<Signal<Int, Never>, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    outer.signal.switchToLatest().observe(value: { value in
      notes.add(value)
      if value == 1 { outer.send(.just(10)) }
      notes.add(-value)
    })
    outer.send(inner.signal)
    inner.send(1)
    inner.send(2)
    #expect(notes.all == [1, -1, 10, -10])
    #expect(inner.observerCount == 0)
  }
}
