import Streams
import Testing

@Suite("replaceError")
struct ReplaceErrorTests {
  private let stage = PictureStage()

  @Test(
    "A value and the end instead of a failure",
    arguments: [("1-2-#", "1-2-(9|)"), ("1-|", "1-|"), ("--|", "--|"), ("#", "(9|)")])
  func values(_ picture: String, _ expected: String) {
    let signal: Signal<String, Never> = stage.cold(picture).replaceError(with: "9")
    #expect(stage.play(signal) == expected)
  }

  @Test("The input was torn down before the value is delivered")
  func order() {
    let order = Notes<String>()
    let source = PictureSignal { emitter in
      emitter.onTermination { order.add("torn") }
      emitter.fail(PictureFailure())
    }
    source.replaceError(with: "9").observe(value: { order.add($0) })
    #expect(order.all == ["torn", "9"])
  }

  @Test("A cancel at the value keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<String, Never>>()
    let scope = Subscription()
    PictureSignal.fail(PictureFailure()).replaceError(with: "9").observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value("9")])
  }

  @Test("Ends, cancels and shares nothing")
  func laws() {
    expectLaws(failure: "--(9|)") { source, _ in
      source.replaceError(with: "9").setFailureType(to: PictureFailure.self)
    }
  }
}
