import Streams
import StreamsTesting
import Testing

/// The kit tested by itself: a diagram that lies must fail, and say why.
@Suite("Marbles that lie")
struct LyingMarbleTests {
  private static let values = ["a": 1, "b": 2, "c": 3]
  private static let failures = ["x": Fault.lost, "y": .late]

  private func message(truth: String, lie: String) -> String? {
    let complaints = Complaints()
    let time = complaints.scheduler()
    let source = time.cold(truth, values: Self.values, failures: Self.failures)
    let failure = time.expect(
      source.signal, is: lie, values: Self.values, failures: Self.failures)
    #expect(complaints.messages == [failure?.message].compactMap { $0 })
    return failure?.message
  }

  @Test(
    "fail: a value, a time, an order, an end too few or too many, a failure",
    arguments: [
      ("-a-b|", "-a-c|", "at 3 s: expected c, got b"),
      ("-a-b|", "-a--b", "at 3 s: expected nothing, got b"),
      ("-a-b|", "-ab-|", "at 2 s: expected b, got nothing"),
      ("-(ab)|", "-(ba)|", "at 1 s: expected b, then a, got a, then b"),
      ("-(ab)|", "-(a)|", "at 1 s: expected a, got a, then b"),
      ("-(a|)", "-a|", "at 1 s: expected a, got a, then the end"),
      ("-a-b", "-a-b|", "at 4 s: expected the end, got nothing"),
      ("-a-b|", "-a-b", "at 4 s: expected nothing, got the end"),
      ("-a-b-c", "-a-b", "at 5 s: expected nothing, got c"),
      ("-a-b", "-a-b-c", "at 5 s: expected c, got nothing"),
      ("-a#x", "-a#y", "at 2 s: expected the failure y, got the failure x"),
      ("-a#x", "-a|", "at 2 s: expected the end, got the failure x"),
      ("-a|", "-a#x", "at 2 s: expected the failure x, got the end"),
      ("|", "", "at 0 s: expected nothing, got the end"),
      ("", "a", "at 0 s: expected a, got nothing"),
      ("-a-b-c|", "-a---!", "at 3 s: expected nothing, got b"),
      ("-a-b-c|", "-a-b-(ca!)", "at 5 s: expected c, then a, got c"),
      ("-a-b", "--^-b", "at 3 s: expected nothing, got a"),
    ])
  func lies(_ truth: String, _ lie: String, _ words: String) {
    let message = message(truth: truth, lie: lie)
    #expect(message?.contains("\n\(words)") == true, "\(message ?? "no failure")")
    #expect(self.message(truth: truth, lie: truth) == nil)
  }

  @Test("both rows are drawn, instant under instant, with a mark under the first differences")
  func drawing() {
    #expect(
      message(truth: "--a-c---|", lie: "--a-b-|") == """
        The signal is not what the diagram says.
        expected  --a-b-|
        actual    --a-c---|
                      ^ ^ ^
        at 4 s: expected b, got c
        at 6 s: expected the end, got nothing
        at 8 s: expected nothing, got the end
        """)
  }

  @Test("after three instants the rest is counted")
  func many() {
    #expect(
      message(truth: "abcabc|", lie: "cabcab|") == """
        The signal is not what the diagram says.
        expected  cabcab|
        actual    abcabc|
                  ^^^
        at 0 s: expected c, got a
        at 1 s: expected a, got b
        at 2 s: expected b, got c
        and at 3 more instants
        """)
  }

  @Test("groups and long names are as wide as their column; time goes on beside them")
  func wide() {
    let complaints = Complaints()
    let time = complaints.scheduler(step: .milliseconds(10))
    let source = time.cold("-'quite long'-(ab)-c#", failures: ["#": Fault.lost])
    time.expect(source.signal, is: "-a-b-'a\nb'#no", failures: ["no": .late])
    #expect(
      complaints.messages == [
        """
        The signal is not what the diagram says.
        expected  -a------------b----'a␊b'#no
        actual    -'quite long'-(ab)-c----#lost
                   ^            ^    ^
        at 10 ms: expected a, got quite long
        at 30 ms: expected b, got a, then b
        at 50 ms: expected a␊b, got c
        and at 1 more instant
        """
      ])
  }

  @Test("what is drawn wide takes the columns it takes")
  func wideNames() {
    let complaints = Complaints()
    let time = complaints.scheduler()
    time.expect(time.cold("-日🙂-c|").signal, is: "-ab-d|")
    #expect(
      complaints.messages.first == """
        The signal is not what the diagram says.
        expected  -a---b----d|
        actual    -'日''🙂'-c|
                   ^   ^    ^
        at 1 s: expected a, got 日
        at 2 s: expected b, got 🙂
        at 4 s: expected d, got c
        """)
  }

  @Test("long silence is drawn short, and what falls between two steps has its own column")
  func silence() {
    let complaints = Complaints()
    let time = complaints.scheduler()
    let source = time.cold([
      RecordedEvent<Int, Never>.value(1, at: .milliseconds(1_500)), .value(2, at: .seconds(90)),
    ])
    time.expect(source.signal, is: "-1-")
    #expect(
      complaints.messages == [
        """
        The signal is not what the diagram says.
        expected  -1---…---
        actual    --1--…--2
                   ^^     ^
        at 1 s: expected 1, got nothing
        at 1.5 s: expected nothing, got 1
        at 90 s: expected nothing, got 2
        """
      ])
  }

  @Test("a value that is in no table is told by its description, never by another's name")
  func unknown() {
    let complaints = Complaints()
    let time = complaints.scheduler()
    let source = time.cold("12", of: Int.self)
    time.expect(source.signal, is: "ab", values: ["a": 7, "b": 8, "1": 9])
    #expect(
      complaints.messages.first?.contains(
        """
        at 0 s: expected a (7), got 1, which is not in the table
        at 1 s: expected b (8), got 2
        """) == true)
  }

  @Test("beside a description names are explained; where all have names these are enough")
  func explained() {
    struct User: Equatable {
      var id: Int
    }
    let complaints = Complaints()
    let time = complaints.scheduler()
    let users = ["a": User(id: 1), "b": User(id: 2)]
    let source = time.cold(
      "ac#", values: ["a": User(id: 1), "c": User(id: 3)], failures: ["#": Fault.late])
    time.expect(source.signal, is: "bb#", values: users, failures: ["#": .lost])
    #expect(
      complaints.messages.first?.hasSuffix(
        """
        at 0 s: expected b, got a
        at 1 s: expected b (User(id: 2)), got User(id: 3)
        at 2 s: expected the failure (lost), got the failure late
        """) == true, "\(complaints.messages)")
  }

  @Test("a failure without a table says how to give one, a value too")
  func noTable() {
    let complaints = Complaints()
    let time = complaints.scheduler()
    let signal = Signal<Int, Fault>.fail(.lost)
    time.expect(signal, is: "#")
    time.expect(signal, is: "-a", values: [:])
    #expect(
      complaints.messages == [
        """
        No failure is called #. The table of failures is empty; say what it stands for: \
        failures: ["#": …].
          #
          ^
        """,
        """
        No value is called a. The table of values is empty; say what it stands for: \
        values: ["a": …].
          -a
           ^
        """,
      ])
  }

  @Test("times are told from the diagram's beginning, and when that was")
  func later() {
    let complaints = Complaints()
    let time = complaints.scheduler()
    time.advance(by: .milliseconds(1_500))
    let source = time.cold("-a|")
    time.expect(source.signal, is: "--a|")
    #expect(
      complaints.messages == [
        """
        The signal is not what the diagram says, which begins at 1.5 s.
        expected  --a|
        actual    -a|
                   ^^^
        at 1 s: expected nothing, got a
        at 2 s: expected a, got the end
        at 3 s: expected the end, got nothing
        """
      ])
  }

  @Test("a diagram holds for its own events, and for no others: 600 seeded near misses")
  func nearMisses() throws {
    var numbers = SeededWords(seed: 8)
    let failures = ["#": Named(name: "#"), "lost": Named(name: "lost")]
    for _ in 0..<600 {
      let events = numbers.events(failures.mapValues(\.name))
      let others = numbers.nearMiss(of: events)
      let complaints = Complaints()
      let time = complaints.scheduler()
      let source = time.cold(others)
      let drawn = TestScheduler()
      let recording = drawn.record(drawn.cold(events).signal)
      try drawn.run()
      let diagram = try drawn.marbles(of: recording, failures: failures)
      time.expect(source.signal, is: diagram, failures: failures)
      #expect(complaints.messages.isEmpty == (events == others), "\(diagram) \(others)")
    }
  }

  @Test("a bad diagram is a failure with its drawing, and nothing is run")
  func badDiagrams() {
    let complaints = Complaints()
    let time = complaints.scheduler()
    let source = time.cold("-a(", values: ["a": 1])
    time.expect(source.signal, is: "-a-b", values: ["a": 1])
    time.expect(source.signal, is: "a^", values: ["a": 1])
    _ = time.cold("-!", values: ["a": 1])
    _ = time.hot("-!", of: Int.self)
    time.expect(time.record(source.signal), is: "^", values: [:])
    #expect(
      complaints.messages == [
        "This group is not closed: its ) is missing.\n  -a(\n    ^",
        "No value is called b. The table has a.\n  -a-b\n     ^",
        "Nothing is delivered before ^.\n  a^\n  ^",
        "! means nothing in a cold source.\n  -!\n   ^",
        "! means nothing in a hot source.\n  -!\n   ^",
        "^ means nothing in a recording.\n  ^\n  ^",
      ])
    #expect(time.now == .zero)
  }

  @Test("a step that makes no sense is reported, and it goes on with the nearest that does")
  func badStep() {
    let complaints = Complaints()
    let time = complaints.scheduler(step: .zero)
    time.expect(Signal<String, Never>.just("a"), is: "(a|)", step: .seconds(-2))
    let source = time.cold("-a|")
    time.expect(source.signal, is: "-a|", step: .seconds(1))
    #expect(
      complaints.messages == [
        "A step of -2 s makes no sense; it goes on with 1 s.",
        "A step of 0 s makes no sense; it goes on with 1 s.",
      ])
    let huge = Duration.seconds(Int64.max) * 18
    time.expect(Signal<String, Never>.just("a"), is: "(a|)", step: huge)
    #expect(complaints.messages.last?.hasSuffix("it goes on with 3155760000 s.") == true)
  }
}
