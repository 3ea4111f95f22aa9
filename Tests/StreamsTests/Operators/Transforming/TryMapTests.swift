import Streams
import Testing

@Suite("tryMap")
struct TryMapTests {
  private static let parse: @Sendable (String) throws(PictureFailure) -> Int = {
    text throws(PictureFailure) in
    guard let number = Int(text) else { throw PictureFailure() }
    return number * 2
  }

  @Test("Changes each value")
  func values() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1-2-3|").tryMap(Self.parse)) == "2-4-6|")
  }

  @Test("Fails with what is thrown; the input is cancelled first")
  func fails() {
    let stage = PictureStage()
    let order = Notes<String>()
    let signal = stage.cold("1-x-3|").handleEvents(onCancel: { order.add("cancel") })
      .tryMap(Self.parse).mapError { order.noting("failure", $0) }
    #expect(stage.play(signal) == "2-#")
    #expect(stage.runs() == "0-2")
    #expect(order.all == ["cancel", "failure"])
  }

  @Test("Nothing of a synchronous input follows the failure")
  func synchronous() {
    let signal = PictureSignal.sequence(["1", "x", "3", "y"]).tryMap(Self.parse)
    #expect(PictureStage().play(signal) == "(2#)")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.tryMap(Self.parse) }
  }
}
