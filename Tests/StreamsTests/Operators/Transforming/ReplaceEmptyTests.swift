import Streams
import Testing

@Suite("replaceEmpty")
struct ReplaceEmptyTests {
  private let stage = PictureStage()

  @Test("A value in the turn of the end when there was none")
  func values() {
    #expect(stage.play(stage.cold("--|").replaceEmpty(with: "9")) == "--(9|)")
    #expect(stage.play(stage.cold("1-|").replaceEmpty(with: "9")) == "1-|")
  }

  @Test("A failure is not replaced")
  func fails() {
    #expect(stage.play(stage.cold("--#").replaceEmpty(with: "9")) == "--#")
    #expect(stage.play(stage.cold("1-#").replaceEmpty(with: "9")) == "1-#")
  }

  @Test("A cancel at the value keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<Int, Never>>()
    let scope = Subscription()
    // No later scope hides what is handed on.
    Signal<Int, Never>.empty().replaceEmpty(with: 9).materialize()
      .map { event in
        notes.add(event)
        scope.cancel()
      }
      .observe(in: scope) { _ in }
    #expect(notes.all == [.value(9)])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(empty: "---(9|)") { source, _ in source.replaceEmpty(with: "9") }
  }

  @Test("An end sent from the handler of a value ends it without another")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<Int, Never>>()
    subject.signal.replaceEmpty(with: 9).observe { event in
      notes.add(event)
      subject.finish()
    }
    subject.send(1)
    #expect(notes.all == [.value(1), .finished])
  }
}
