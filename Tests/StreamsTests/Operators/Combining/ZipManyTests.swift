import Testing

@testable import Streams

@Suite("zip of three to six")
struct ZipManyTests {
  private let stage = PictureStage()

  /// A cold source for each picture, named a, b, c …
  private func inputs(_ pictures: [String]) -> [PictureSignal] {
    zip(pictures, "abcdef").map { stage.cold($0, String($1)) }
  }

  private func zipped(_ pictures: String...) -> PictureSignal {
    let s = inputs(pictures)
    switch s.count {
    case 3: return zip(s[0], s[1], s[2]).map { $0 + $1 + $2 }
    case 4: return zip(s[0], s[1], s[2], s[3]).map { $0 + $1 + $2 + $3 }
    case 5: return zip(s[0], s[1], s[2], s[3], s[4]).map { $0 + $1 + $2 + $3 + $4 }
    default:
      return zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { $0 + $1 + $2 + $3 + $4 + $5 }
    }
  }

  @Test("The nth of each, in the order of the arguments")
  func values() {
    #expect(stage.play(zipped("1-|", "-2|", "3-|")) == "-[123]|")
    #expect(stage.play(zipped("1-|", "-2|", "3-|", "4-|")) == "-[1234]|")
    #expect(stage.play(zipped("1-|", "-2|", "3-|", "4-|", "5-|")) == "-[12345]|")
    #expect(stage.play(zipped("1-|", "-2|", "3-|", "4-|", "5-|", "-6|")) == "-[123456]|")
  }

  @Test("An input runs on while pairs wait for a partner of the third")
  func runsOn() {
    #expect(stage.play(zipped("1-2-3-|", "a|", "-----x--|")) == "-----([1ax]|)")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-5", "0-1", "0-5"])
  }

  @Test("Its failure is therefore heard, at any depth")
  func fails() {
    #expect(stage.play(zipped("1-#", "a|", "-----x--|")) == "--#")
    #expect(stage.play(zipped("1-#", "a|", "b|", "-----x--|")) == "--#")
    #expect(stage.play(zipped("1--|", "a-#", "b|", "c|", "-----x--|")) == "--#")
    #expect(stage.play(zipped("1--|", "a|", "b-#", "c|", "d--|", "-----x--|")) == "--#")
  }

  @Test("What an input delivers after no pair needs it, and its end, change nothing")
  func superfluous() {
    #expect(stage.play(zipped("123|", "a|", "-----x|")) == "-----([1ax]|)")
    #expect(stage.play(zipped("1|", "a|", "-----x|")) == "-----([1ax]|)")
  }

  @Test("An empty one ends it and the others are cancelled")
  func empty() {
    #expect(stage.play(zipped("1---|", "--|", "x---|")) == "--|")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-2", "0-2", "0-2"])
    #expect(stage.play(zipped("1---|", "a---|", "--|")) == "--|")
  }

  @Test("A cancel reaches all, also those no pair needs any more")
  func cancel() {
    #expect(stage.play(zipped("1-2-3-|", "a|", "-----x--|"), cancelAt: 3) == "")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-3", "0-1", "0-3"])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, stage in
      let others = stage.cold("abcdefghijklmnop", "b")
      return zip(others, source, others).map { $0 + $1 + $2 }
    }
  }

  @Test("The decision of a part: an end, and after it nothing")
  func decides() {
    var state = ZipPart<Int, String>()
    #expect(state.receive(first: 1).drawn == "none")
    #expect(state.firstFinished().drawn == "none")
    #expect(state.receive(second: "a").drawn == "1a|")
    #expect(state.receive(second: "b").drawn == "none")
    #expect(state.secondFinished().drawn == "none")
  }
}
