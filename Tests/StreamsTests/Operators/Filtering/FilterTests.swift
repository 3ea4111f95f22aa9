import Streams
import Testing

@Suite("filter")
struct FilterTests {
  @Test("Keeps what passes")
  func values() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1--2-(34)|").filter { $0 != "2" && $0 != "4" }) == "1----3|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.filter { $0 != "2" } }
  }
}
