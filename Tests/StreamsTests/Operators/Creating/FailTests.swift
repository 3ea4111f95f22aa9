import Streams
import Testing

@Suite("fail")
struct FailTests {
  @Test("The failure at once, for each observer")
  func fails() {
    let stage = PictureStage()
    #expect(stage.play(PictureSignal.fail(PictureFailure()), from: [0, 2]) == ["#", "#"])
  }

  @Test("A scope that is cancelled already hears nothing")
  func late() {
    let scope = Subscription()
    scope.cancel()
    let notes = Notes<PictureFailure>()
    PictureSignal.fail(PictureFailure()).observe(in: scope, failure: { notes.add($0) })
    #expect(notes.all == [])
  }
}
