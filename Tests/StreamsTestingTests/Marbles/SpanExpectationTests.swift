import Streams
import StreamsTesting
import Testing

@Suite("Expectations of subscriptions")
struct SpanExpectationTests {
  private let complaints = Complaints()

  @Test("when a source was started and cancelled, one diagram a subscription")
  func spans() {
    let time = complaints.scheduler()
    let source = time.cold("-a-b-c|")
    let never = time.cold("")
    let switched = source.signal.flatMapLatest { _ in never.signal }
    time.expect(switched, is: "--------!")
    time.expect(source.spans, are: ["^-----!"])
    time.expect(never.spans, are: ["-^-!", "---^-!", "-----^--!"])
    time.expect(time.cold("a").spans, are: [])
    #expect(complaints.messages == [])
  }

  @Test("a subscription that goes on has no !")
  func goingOn() {
    let time = complaints.scheduler()
    let source = time.hot("-a")
    let recording = time.record(source.signal)
    time.advance(by: .seconds(5))
    time.expect(source.spans, are: ["^"])
    recording.cancel()
    time.expect(source.spans, are: ["^----!"])
    time.expect(source.spans, are: ["^----!"], from: .zero, step: .seconds(1))
    time.expect(source.spans, are: ["-----^----!"], from: Instant(offset: .seconds(-5)))
    #expect(complaints.messages == [])
  }

  @Test(
    "lies fail: an earlier cancel, a later start, a cancel that never came, one too many",
    arguments: [
      ("^-!", "at 2 s: expected a cancel, got nothing\nat 3 s: expected nothing, got a cancel"),
      ("^----!", "at 3 s: expected nothing, got a cancel\nat 5 s: expected a cancel, got nothing"),
      ("-^-!", "at 0 s: expected nothing, got a subscription\nat 1 s: expected a subscription"),
      ("^", "at 3 s: expected nothing, got a cancel"),
      ("---!", "A subscription begins with ^, which is missing.\n  ---!\n     ^"),
      ("--", "A subscription begins with ^, which is missing.\n  --\n  ^"),
      ("^-a!", "a means nothing in a subscription.\n  ^-a!\n    ^"),
    ])
  func lies(_ lie: String, _ words: String) {
    let time = complaints.scheduler()
    let source = time.cold("-a-|")
    time.expect(source.signal, is: "-a-|")
    time.expect(source.spans, are: [lie])
    #expect(complaints.messages.count == 1)
    #expect(complaints.messages.first?.contains(words) == true, "\(complaints.messages)")
  }

  @Test("a wrong count draws all of them")
  func count() {
    let time = complaints.scheduler()
    let source = time.cold("-a-#", failures: ["#": Fault.lost])
    time.expect(source.signal.retry(1), is: "-a--a-#", failures: ["#": .lost])
    time.expect(source.spans, are: ["^--!"])
    time.expect(time.cold("-").spans, are: ["^"])
    #expect(
      complaints.messages == [
        """
        Expected 1 subscription, got 2.
        expected  ^--!
        actual    ^--!
        actual    ---^--!
        """,
        """
        Expected 1 subscription, got 0.
        expected  ^
        """,
      ])
  }

  @Test("the subscription that differs is named, and drawn")
  func second() {
    let time = complaints.scheduler()
    let source = time.cold("-a-#", failures: ["#": Fault.lost])
    time.expect(source.signal.retry(1), is: "-a--a-#", failures: ["#": .lost])
    time.expect(source.spans, are: ["^--!", "---^---!"])
    #expect(
      complaints.messages == [
        """
        Subscription 2 is not what the diagram says.
        expected  ---^---!
        actual    ---^--!
                        ^^
        at 6 s: expected nothing, got a cancel
        at 7 s: expected a cancel, got nothing
        """
      ])
  }
}
