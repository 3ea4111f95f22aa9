import Streams
import Testing

@Suite("concatMap")
struct ConcatMapTests {
  private let stage = PictureStage()

  private func chained(_ outer: String, _ inners: [String: String]) -> PictureSignal {
    stage.cold(outer, "outer").concatMap { [stage] name in stage.cold(inners[name] ?? "|", name) }
  }

  @Test("One after another, in order")
  func values() {
    #expect(stage.play(chained("12-|", ["1": "a--b|", "2": "x-y|"])) == "a--bx-y|")
    #expect(stage.runs("1") + " " + stage.runs("2") == "0-4 4-7")
  }

  @Test("A failure ends it, and what waits never starts")
  func fails() {
    #expect(stage.play(chained("12-|", ["1": "a-#", "2": "x|"])) == "a-#")
    #expect(stage.runs("2") == "")
    #expect(stage.play(chained("1-#", ["1": "a---b|"])) == "a-#")
  }

  @Test("A cancel reaches the inner one that runs")
  func cancel() {
    #expect(stage.play(chained("12---|", ["1": "a----|", "2": "b"]), cancelAt: 3) == "a")
    #expect(["outer", "1", "2"].map { stage.runs($0) } == ["0-3", "0-3", ""])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.concatMap { .sequence([$0, "x"]) } }
  }

  @Test("An outer value sent from the handler comes after the inner that runs")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal.concatMap { Signal<Int, Never>.sequence([$0, $0 + 1]) }.observe(value: { value in
      notes.add(value)
      if value == 1 { subject.send(10) }
    })
    subject.send(1)
    #expect(notes.all == [1, 2, 10, 11])
  }

  @Test("A signal that can fail leads to signals that cannot, without a word about it")
  func innerCannotFail() {
    @Sendable func hit(_ name: String) -> Signal<String, Never> { .just(name + name) }
    let inner = stage.cold("1-#").concatMap { hit($0) }
    #expect(stage.play(inner.map { $0 == "11" ? "x" : "?" }) == "x-#")
  }
}
