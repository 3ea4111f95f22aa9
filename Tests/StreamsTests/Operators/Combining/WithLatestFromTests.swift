import Testing

@testable import Streams

@Suite("withLatestFrom")
struct WithLatestFromTests {
  private let stage = PictureStage()

  private func paired(_ source: PictureSignal, _ other: PictureSignal) -> PictureSignal {
    source.withLatestFrom(other).map { $0 + $1 }
  }

  @Test("Each value with the latest of the other; none before the other's first")
  func values() {
    let signal = paired(stage.cold("1-2---3--4|"), stage.cold("-a--bc-------|", "b"))
    #expect(stage.play(signal) == "--[2a]---[3c]--[4c]|")
    #expect(stage.runs("b") == "0-10")
    let sums = stage.cold("-1-2|").withLatestFrom(stage.cold("a-b|")) { $1 + $0 }
    #expect(stage.play(sums) == "-[a1]-[b2]|")
  }

  @Test("The other starts first, and its last value stays after its end")
  func order() {
    let order = Notes<String>()
    let source = stage.cold("1-2|").handleEvents(onStart: { order.add("self") })
    let other = PictureSignal.just("x").handleEvents(onStart: { order.add("other") })
    #expect(stage.play(paired(source, other)) == "[1x]-[2x]|")
    #expect(order.all == ["other", "self"])
  }

  @Test("Ends when this one does; the other is cancelled first")
  func ends() {
    let order = Notes<String>()
    let other = stage.cold("a----b|", "b").handleEvents(onCancel: { order.add("cancel") })
    let signal = paired(stage.cold("-1-|"), other)
      .materialize().map { order.noting($0.isTerminal ? "end" : "value", $0) }
    #expect(stage.play(signal.dematerialize()) == "-[1a]-|")
    #expect(stage.runs("b") == "0-3")
    #expect(order.all == ["value", "cancel", "end"])
  }

  @Test("A failure of either is at once; what still runs is cancelled, or never starts")
  func fails() {
    #expect(stage.play(paired(stage.cold("1--2|", "a"), stage.cold("x-#", "b"))) == "[1x]-#")
    #expect(stage.runs("a") == "0-2")
    let later = PictureStage()
    #expect(later.play(paired(later.cold("-1#"), later.cold("x---|", "c"))) == "-[1x]#")
    #expect(later.runs("c") == "0-2")
    #expect(stage.play(paired(stage.cold("1|", "d"), .fail(PictureFailure()))) == "#")
    #expect(stage.runs("d") == "")
  }

  @Test("An empty other delivers nothing and lets this one run to its end")
  func empty() {
    #expect(stage.play(paired(stage.cold("1-2-|"), .empty())) == "----|")
    let other = PictureStage()
    #expect(other.play(paired(.empty(), other.cold("1-|", "b"))) == "|")
    #expect(other.runs("b") == "0-0")
  }

  @Test("A cancel reaches both")
  func cancel() {
    let signal = paired(stage.cold("-1-2|", "a"), stage.cold("a--b|", "b"))
    #expect(stage.play(signal, cancelAt: 2) == "-[1a]")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-2 0-2")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in paired(source, .just("x")) }
    expectLaws { source, _ in source.withLatestFrom(.just("x")) { $0 + $1 } }
  }

  @Test("Values sent from the handler come after, with the latest of then")
  func reentrancy() {
    let (source, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<[Int]>()
    source.signal.withLatestFrom(other.signal).observe(value: { value, latest in
      notes.add([value, latest])
      if value == 1 {
        other.send(8)
        source.send(2)
      }
      notes.add([])
    })
    other.send(7)
    source.send(1)
    #expect(notes.all == [[1, 7], [], [2, 8], []])
  }

  @Test("The decision: the other's values wait, this one's end is the end, the other's is none")
  func decides() {
    var state = LatestOfOther<String, Int>()
    #expect(state.receive(second: 1).drawn == "none")
    #expect(state.receive(first: "a").drawn == "none")
    #expect(state.receive(first: "b").drawn == "none")
    #expect(state.receive(second: 2).drawn == "b2")
    #expect(state.firstFinished().drawn == "none")
    #expect(state.receive(second: 3).drawn == "b3")
    #expect(state.secondFinished().drawn == "|")
  }
}
