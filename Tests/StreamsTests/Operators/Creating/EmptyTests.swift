import Streams
import Testing

@Suite("empty")
struct EmptyTests {
  @Test("The end at once, for each observer")
  func ends() {
    let stage = PictureStage()
    #expect(stage.play(PictureSignal.empty(), from: [0, 2]) == ["|", "|"])
  }

  @Test("A scope that is cancelled already hears nothing")
  func late() {
    let scope = Subscription()
    scope.cancel()
    let notes = Notes<String>()
    PictureSignal.empty().observe(in: scope, finished: { notes.add("|") })
    #expect(notes.all == [])
  }
}
