import Testing

@testable import Streams

@Suite("combineLatest")
struct CombineLatestTests {
  private let stage = PictureStage()

  private func combined(_ first: PictureSignal, _ second: PictureSignal) -> PictureSignal {
    combineLatest(first, second).map { $0 + $1 }
  }

  @Test("The latest of both at each value; ends when both have")
  func values() {
    let signal = combined(stage.cold("1-2---3|"), stage.cold("-x--y----|"))
    #expect(stage.play(signal) == "-[1x][2x]-[2y]-[3y]--|")
    let method = stage.cold("1-|").combineLatest(with: stage.cold("-x|")).map { $0 + $1 }
    #expect(stage.play(method) == "-[1x]|")
  }

  @Test("An input that ends without a value ends it; the other is cancelled first")
  func empty() {
    #expect(stage.play(combined(stage.cold("1---|", "a"), stage.cold("--|", "b"))) == "--|")
    #expect(stage.runs("a") == "0-2")
    #expect(stage.play(combined(.empty(), stage.cold("1|", "c"))) == "|")
    #expect(stage.runs("c") == "")
  }

  @Test("A failure is at once; the other is cancelled first")
  func fails() {
    #expect(stage.play(combined(stage.cold("1--#", "a"), stage.cold("-x---y|", "b"))) == "-[1x]-#")
    #expect(stage.runs("b") == "0-3")
  }

  @Test("A cancel reaches both")
  func cancel() {
    let signal = combined(stage.cold("1-2|", "a"), stage.cold("a--b|", "b"))
    #expect(stage.play(signal, cancelAt: 2) == "[1a]")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-2 0-2")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(empty: "---|") { source, _ in combined(source, .just("x")) }
  }

  @Test("A value sent from the handler is delivered after, with the latest of then")
  func reentrancy() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<[Int]>()
    combineLatest(first.signal, second.signal).observe(value: { pair in
      notes.add([pair.0, pair.1])
      if pair.0 == 1 {
        first.send(2)
        second.send(7)
      }
      notes.add([])
    })
    first.send(1)
    second.send(0)
    #expect(notes.all == [[1, 0], [], [2, 0], [], [2, 7], []])
  }

  @Test("The decision: nothing before both, the end of an empty one at once, of others at last")
  func decides() {
    var state = LatestPair<Int, String>()
    #expect(state.receive(first: 1).drawn == "none")
    #expect(state.receive(first: 2).drawn == "none")
    #expect(state.receive(second: "a").drawn == "2a")
    #expect(state.receive(first: 3).drawn == "3a")
    #expect(state.firstFinished().drawn == "none")
    #expect(state.receive(second: "b").drawn == "3b")
    #expect(state.secondFinished().drawn == "|")
    var other = LatestPair<Int, String>()
    _ = other.receive(first: 1)
    #expect(other.secondFinished().drawn == "|")
  }
}
