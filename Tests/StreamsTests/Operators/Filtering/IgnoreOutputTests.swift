import Streams
import StreamsTesting
import Testing

@Suite("ignoreOutput")
struct IgnoreOutputTests {
  private let stage = PictureStage()

  @Test("Only the end comes through", arguments: [("1-2-|", "----|"), ("|", "|"), ("1-#", "--#")])
  func values(_ picture: String, _ expected: String) {
    #expect(stage.play(stage.cold(picture).ignoreOutput()) == expected)
  }

  @Test("Goes on with a signal of another type, after the input was torn down")
  func append() {
    let signal = stage.cold("1-2|", "a").ignoreOutput().append(stage.cold("x-y|", "b").map(\.count))
    #expect(stage.play(signal) == "---1-1|")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-3 3-6")
  }

  @Test("Goes on with what is written short, and with one that has no values either")
  func appendShort() {
    let short: Signal<Int, PictureFailure> = stage.cold("1|").ignoreOutput().append(.just(7))
    #expect(stage.play(short) == "-(7|)")
    let silent = stage.cold("1|").ignoreOutput().append(stage.cold("1|", "b").ignoreOutput())
    #expect(stage.play(silent) == "--|")
  }

  @Test("A failure stops what was to follow")
  func fails() {
    let signal = stage.cold("1-#", "a").ignoreOutput().append(stage.cold("1|", "b"))
    #expect(stage.play(signal) == "--#")
    #expect(stage.runs("b") == "")
  }

  @Test("A cancel reaches the one that runs")
  func cancel() {
    let signal = stage.cold("1-|", "a").ignoreOutput().append(stage.cold("1---2|", "b"))
    #expect(stage.play(signal, cancelAt: 1) == "")
    #expect(stage.play(signal, cancelAt: 4) == "--1")
    #expect(stage.runs("a") + " " + stage.runs("b") == "0-1 2-4 4-6")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.ignoreOutput() }
    expectLaws { source, _ in source.ignoreOutput().append(PictureSignal.empty()) }
  }

  @Test("A value sent while it is observed is dropped like any")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<String>()
    subject.signal.handleEvents(onValue: { if $0 < 3 { subject.send($0 + 1) } }).ignoreOutput()
      .observe { _ in notes.add("end") }
    subject.send(1)
    #expect(notes.all == [])
    subject.finish()
    #expect(notes.all == ["end"])
  }
}
