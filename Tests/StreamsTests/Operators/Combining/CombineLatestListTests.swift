import Testing

@testable import Streams

@Suite("combineLatest of a list")
struct CombineLatestListTests {
  private let stage = PictureStage()

  private func combined(_ signals: [PictureSignal]) -> PictureSignal {
    combineLatest(signals).map { $0.joined() }
  }

  @Test("The latest of all, in the order of the list")
  func values() {
    let signals = [stage.cold("--1-2|"), stage.cold("a----|"), stage.cold("-xy--|")]
    #expect(stage.play(combined(signals)) == "--([1ax][1ay])-[2ay]|")
  }

  @Test("One that ends without a value ends it; the others are cancelled, later ones never start")
  func empty() {
    #expect(stage.play(combined([stage.cold("1---|", "a"), stage.cold("--|", "b")])) == "--|")
    #expect(stage.runs("a") == "0-2")
    #expect(stage.play(combined([.empty(), stage.cold("1|", "c")])) == "|")
    #expect(stage.runs("c") == "")
    #expect(stage.play(combined([])) == "|")
  }

  @Test("A failure is at once")
  func fails() {
    #expect(stage.play(combined([stage.cold("1--|", "a"), stage.cold("a-#", "b")])) == "[1a]-#")
    #expect(stage.runs("a") == "0-2")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in combined([.just("x"), source]) }
  }

  @Test("The decision: nothing before all, then each update")
  func decides() {
    var state = LatestList<Int>(count: 2)
    #expect(state.receive(1, from: 0).drawn == "none")
    #expect(state.receive(2, from: 0).drawn == "none")
    #expect(state.receive(3, from: 1).drawn == "2,3")
    #expect(state.receive(4, from: 0).drawn == "4,3")
    #expect(state.finished(0).drawn == "none")
    #expect(state.finished(1).drawn == "|")
    var other = LatestList<Int>(count: 2)
    #expect(other.finished(0).drawn == "|")
  }
}
