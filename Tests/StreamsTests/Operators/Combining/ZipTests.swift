import Testing

@testable import Streams

@Suite("zip")
struct ZipTests {
  private let stage = PictureStage()

  private func zipped(_ first: PictureSignal, _ second: PictureSignal) -> PictureSignal {
    zip(first, second).map { $0 + $1 }
  }

  @Test("Pairs the nth with the nth")
  func values() {
    let signal = zipped(stage.cold("12---3-|"), stage.cold("--ab--c|"))
    #expect(stage.play(signal) == "--[1a][2b]--[3c]|")
    #expect(stage.play(stage.cold("1|").zip(with: stage.cold("a|")).map { $0 + $1 }) == "[1a]|")
  }

  @Test("Ends as soon as no pair is possible; the other is cancelled first")
  func ends() {
    #expect(stage.play(zipped(stage.cold("1-|", "a"), stage.cold("a--b--c|", "b"))) == "[1a]-|")
    #expect(stage.runs("b") == "0-2")
    let later = PictureStage()
    let signal = zipped(later.cold("12|", "c"), later.cold("a----b---|", "d"))
    #expect(later.play(signal) == "[1a]----([2b]|)")
    #expect(later.runs("d") == "0-5")
  }

  @Test("A failure is at once, and drops what waits")
  func fails() {
    #expect(stage.play(zipped(stage.cold("123#", "a"), stage.cold("a----b|", "b"))) == "[1a]--#")
    #expect(stage.runs("b") == "0-3")
  }

  @Test("An empty one ends it")
  func empty() {
    #expect(stage.play(zipped(.empty(), stage.cold("1|", "b"))) == "|")
    #expect(stage.runs("b") == "")
  }

  @Test("A cancel reaches both")
  func cancel() {
    let signal = zipped(stage.cold("1-2|", "a"), stage.cold("a--b|", "b"))
    #expect(stage.play(signal, cancelAt: 2) == "[1a]")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-2 0-2")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, stage in zipped(source, stage.cold("abcdefghijklmnop", "b")) }
  }

  @Test("A value sent from the handler is paired after, not inside")
  func reentrancy() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let notes = Notes<Int>()
    zip(first.signal, second.signal).observe(value: { pair in
      notes.add(pair.0)
      if pair.0 < 3 {
        first.send(pair.0 + 1)
        second.send(0)
      }
      notes.add(-pair.0)
    })
    first.send(1)
    second.send(0)
    #expect(notes.all == [1, -1, 2, -2, 3, -3])
  }

  // MARK: - Decisions

  private typealias Pair = ZipPair<Int, String>

  @Test("The decision: pairs in order, from either side")
  func pairs() {
    var state = Pair()
    #expect(state.receive(first: 1).drawn == "none")
    #expect(state.receive(first: 2).drawn == "none")
    #expect(state.receive(second: "a").drawn == "1a")
    #expect(state.receive(second: "b").drawn == "2b")
    #expect(state.receive(second: "c").drawn == "none")
    #expect(state.receive(first: 3).drawn == "3c")
  }

  @Test("The decision: the end comes with the last pair, or at once")
  func decidesEnd() {
    var state = Pair()
    _ = state.receive(first: 1)
    #expect(state.firstFinished().drawn == "none")
    #expect(state.receive(second: "a").drawn == "1a|")
    var other = Pair()
    #expect(other.secondFinished().drawn == "|")
  }
}
