import Testing

@testable import Streams

@Suite("zip of a list")
struct ZipListTests {
  private let stage = PictureStage()

  private func zipped(_ signals: [PictureSignal]) -> PictureSignal {
    zip(signals).map { $0.joined() }
  }

  @Test("The nth values of all, in the order of the list")
  func values() {
    let signals = [stage.cold("--12|"), stage.cold("ab--|"), stage.cold("-xy-|")]
    #expect(stage.play(zipped(signals)) == "--[1ax][2by]|")
  }

  @Test("Ends when one has finished and is used up; the others are cancelled")
  func ends() {
    let signals = [stage.cold("1-2-3-|", "a"), stage.cold("a|", "b"), stage.cold("---x-|", "c")]
    #expect(stage.play(zipped(signals)) == "---([1ax]|)")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-3", "0-1", "0-3"])
  }

  @Test("A failure is at once")
  func fails() {
    #expect(stage.play(zipped([stage.cold("1--|", "a"), stage.cold("a-#", "b")])) == "[1a]-#")
    #expect(stage.runs("a") == "0-2")
  }

  @Test("An empty list ends at once, an empty signal too, and none starts after it")
  func empty() {
    #expect(stage.play(zipped([])) == "|")
    #expect(stage.play(zipped([stage.cold("1|", "a"), .empty(), stage.cold("1|", "c")])) == "|")
    #expect(stage.runs("a") == "0-0")
    #expect(stage.runs("c") == "")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in zipped([source]) }
    expectLaws { source, stage in zipped([stage.cold("abcdefghijklmnop", "b"), source]) }
  }

  @Test("The decision: complete sets only, the end with the last")
  func decides() {
    var state = ZipList<Int>(count: 2)
    #expect(state.receive(1, from: 0).drawn == "none")
    #expect(state.receive(2, from: 0).drawn == "none")
    #expect(state.receive(3, from: 1).drawn == "1,3")
    #expect(state.finished(0).drawn == "none")
    #expect(state.receive(4, from: 1).drawn == "2,4|")
    var other = ZipList<Int>(count: 2)
    #expect(other.finished(1).drawn == "|")
  }
}
