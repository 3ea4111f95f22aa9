import Streams
import Testing

@Suite("combineLatest of three to six")
struct CombineLatestManyTests {
  private let stage = PictureStage()

  private func combined(_ pictures: String...) -> PictureSignal {
    let s = zip(pictures, "abcdef").map { stage.cold($0, String($1)) }
    switch s.count {
    case 3: return combineLatest(s[0], s[1], s[2]).map { $0 + $1 + $2 }
    case 4: return combineLatest(s[0], s[1], s[2], s[3]).map { $0 + $1 + $2 + $3 }
    case 5: return combineLatest(s[0], s[1], s[2], s[3], s[4]).map { $0 + $1 + $2 + $3 + $4 }
    default:
      return combineLatest(s[0], s[1], s[2], s[3], s[4], s[5])
        .map { $0 + $1 + $2 + $3 + $4 + $5 }
    }
  }

  @Test("The latest of each, in the order of the arguments, one delivery per value")
  func values() {
    #expect(stage.play(combined("1--4|", "-2--|", "3---|")) == "-[123]-[423]|")
    #expect(stage.play(combined("1-|", "-2|", "3-|", "4-|")) == "-[1234]|")
    #expect(stage.play(combined("1-|", "-2|", "3-|", "4-|", "5-|")) == "-[12345]|")
    #expect(stage.play(combined("1-|", "-2|", "3-|", "4-|", "5-|", "6-|")) == "-[123456]|")
  }

  @Test("Ends when all have; an empty one, at any place, ends it at once")
  func ends() {
    #expect(stage.play(combined("1|", "2|", "3--|")) == "[123]--|")
    #expect(stage.play(combined("--|", "2---|", "3---|")) == "--|")
    #expect(stage.play(combined("1---|", "--|", "3---|")) == "--|")
    #expect(stage.play(combined("1---|", "2---|", "--|")) == "--|")
  }

  @Test("A failure, at any place, is at once and cancels the others")
  func fails() {
    #expect(stage.play(combined("1-#", "2---|", "3---|")) == "[123]-#")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-2", "0-2", "0-2"])
    #expect(stage.play(combined("1---|", "2---|", "3-#")) == "[123]-#")
  }

  @Test("A cancel reaches all")
  func cancel() {
    #expect(stage.play(combined("1---|", "2---|", "3---|"), cancelAt: 2) == "[123]")
    #expect(["a", "b", "c"].map { stage.runs($0) } == ["0-2", "0-2", "0-2"])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in combineLatest(.just("x"), source, .just("y")).map { $0 + $1 + $2 } }
  }
}
