import Streams
import Testing

@Suite("onFailure")
struct OnFailureTests {
  private let stage = PictureStage()
  private let notes = Notes<String>()

  private func warned(_ picture: String) -> PictureSignal {
    let notes = notes
    return stage.cold(picture).onFailure { _ in notes.add("warn") }
  }

  @Test("Is told of a failure, once, before it is delivered")
  func fails() {
    let notes = notes
    let signal = warned("1-#").mapError { notes.noting("deliver", $0) }
    #expect(stage.play(signal) == "1-#")
    #expect(notes.all == ["warn", "deliver"])
  }

  @Test("Is told nothing of values, of an end, of a cancel")
  func others() {
    #expect(stage.play(warned("1-2|")) == "1-2|")
    #expect(stage.play(warned("|")) == "|")
    #expect(stage.play(warned("1-2#"), cancelAt: 2) == "1")
    #expect(notes.all == [])
  }

  @Test("Below a retry it is told of the last failure only")
  func retries() {
    let notes = notes
    let signal = stage.cold("-#").retry(2).onFailure { _ in notes.add("warn") }
    #expect(stage.play(signal) == "---#")
    #expect(notes.all == ["warn"])
  }

  @Test("A cancel from inside of it keeps the failure back")
  func cancelInside() {
    let scope = Subscription()
    Signal<Int, PictureFailure>.fail(PictureFailure()).onFailure { _ in scope.cancel() }
      .observe(in: scope) { Issue.record("\($0)") }
    #expect(scope.isCancelled)
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.onFailure { _ in } }
    #expect(stage.play(warned("-#"), from: [0, 3]) == ["-#", "-#"])
    #expect(notes.all == ["warn", "warn"])
  }
}
