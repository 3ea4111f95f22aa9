import Streams
import Testing

@Suite("never")
struct NeverTests {
  @Test("Nothing, until a cancel")
  func nothing() {
    let stage = PictureStage()
    #expect(stage.play(PictureSignal.never()) == "")
    #expect(stage.play(PictureSignal.never(), cancelAt: 3) == "")
  }
}
