import Streams
import StreamsTesting
import Testing

@Suite("Expectations of signals")
struct ExpectationTests {
  private let time = TestScheduler(reporter: .swiftTesting)

  @Test("as a user writes them: letters for themselves")
  func letters() throws {
    let taps = time.hot("  -ab---c--|")
    let calm = taps.signal.debounce(for: .seconds(2), scheduler: time)
    time.expect(calm, is: "----b---c|")
    time.expect(taps.spans, are: ["^--------!"])
    try time.verify()
  }

  @Test("as a user writes them: tables of values and failures")
  func tables() throws {
    let page = time.cold("--a-#lost", values: ["a": 1], failures: ["lost": Fault.lost])
    let again = page.signal.retry(1)
    time.expect(
      again, is: "--a---a-#", values: ["a": 1], failures: ["#": .lost])
    time.expect(page.spans, are: ["^---!", "----^---!"])
    try time.verify()
  }

  @Test("digits are numbers")
  func digits() throws {
    let numbers = time.cold("-1-2-|", of: Int.self)
    time.expect(numbers.signal.map { $0 * 6 }, is: "-6-'12'-|")
    try time.verify()
  }

  @Test("a diagram begins now, whenever that is; a step is what the scheduler says")
  func beginning() throws {
    let time = TestScheduler(step: .milliseconds(10), reporter: .swiftTesting)
    time.advance(by: .seconds(7))
    time.expect(time.cold("--a|").signal, is: "--a|")
    #expect(time.now == Instant(offset: .milliseconds(7_030)))
    time.expect(time.cold("-a|", step: .seconds(1)).signal, is: "-a|", step: .seconds(1))
    try time.verify()
  }

  @Test("what happens at once is a group in the first step")
  func atOnce() throws {
    time.expect(Signal<String, Never>.sequence(["a", "b"]), is: "(ab|)")
    time.expect(Signal<String, Fault>.fail(.lost), is: "#", failures: ["#": .lost])
    time.expect(Signal<String, Never>.empty(), is: "|")
    time.expect(Signal<String, Never>.never(), is: "")
    #expect(time.now == .zero)
    try time.verify()
  }

  @Test("of a hot source ^ is now: what was before has happened, what is in its group is to come")
  func hot() throws {
    let taps = time.hot("ab-^-c(d|)")
    time.expect(taps.signal, is: "--c(d|)")
    time.expect(taps.signal, is: "---")
    let late = time.hot("(^a)-b|")
    time.expect(late.signal, is: "a-b|")
    try time.verify()
  }

  @Test("^ and ! say when it is observed and cancelled, without what else happens then")
  func observed() throws {
    let taps = time.hot("-a-b-c-d-e|")
    time.expect(taps.signal, is: "-^-b-c-!")
    #expect(time.now == Instant(offset: .seconds(7)))
    #expect(taps.spans == [Span(Instant(offset: .seconds(1)), Instant(offset: .seconds(7)))])
    time.advance(by: .zero)
    try time.verify()
  }

  @Test("in a group they hear what happens then, in the order of the group")
  func observedInGroup() throws {
    let taps = time.hot("-a-b-c-d-e|")
    time.expect(taps.signal, is: "-(^a)-b-c-(d!)")
    time.expect(time.cold("-a-b-c|").signal, is: "-a-(b!)")
    time.expect(time.cold("(a|)").signal, is: "--(^a|)")
    time.expect(time.hot("(^a)b|").signal, is: "^b|")
    try time.verify()
  }

  @Test("an endless signal is compared up to its cancel")
  func endless() throws {
    let ticks = Signal.timer(every: .seconds(2), scheduler: time)
    time.expect(ticks, is: "--0-1-2-!")
    try time.verify()
  }

  @Test("an expectation of no end waits for the bound, not for ever")
  func bounded() throws {
    let other = Signal.timer(every: .seconds(1), scheduler: time).observe()
    time.expect(time.cold("-a").signal, is: "-a--", limit: 50)
    #expect(time.now == Instant(offset: .seconds(53)))
    other.cancel()
    try time.verify()
  }

  @Test("a recording is compared as it is; time does not pass")
  func recordings() throws {
    let shared = time.cold("--a-b|").signal.share()
    let (left, right) = (time.record(shared), time.record(shared))
    try time.run()
    time.expect(left, is: "--a-b|")
    time.expect(right, is: "--a-b|", values: ["a": "a", "b": "b"])
    time.expect(right, is: "-a-b|", from: Instant(offset: .seconds(1)))
    #expect(time.now == Instant(offset: .seconds(5)))
    try time.verify()
  }

  @Test("nothing, space and a signal that never ends are what they are")
  func empty() {
    for diagram in ["", " \n\t", "---"] {
      time.expect(Signal<String, Never>.never(), is: diagram)
      time.expect(time.record(Signal<Int, Never>.never()), is: diagram)
    }
  }

  @Test("any value that can be compared has a table: Optional, arrays, text of every kind")
  func valuesOfAllKinds() {
    let optional = time.cold("-n-1|", values: ["n": nil, "1": 1] as [String: Int?])
    time.expect(optional.signal, is: "-n-1|", values: ["1": 1, "n": nil])
    let lists = time.cold("'[]'-b|", values: ["[]": [String](), "b": ["|", "'"]])
    time.expect(lists.signal, is: "e-'|'|", values: ["e": [], "|": ["|", "'"]])
    for text in ["it's", "'", "", "|", "#", "a\nb", "\u{301}", "👩‍👩‍👧", "(", "-"] {
      let name = "'\(text.replacing("'", with: "''"))'"
      time.expect(Signal<String, Never>.just(text), is: "(\(name)|)")
    }
  }

  @Test("a recording that was cancelled is compared with what it heard")
  func cancelled() throws {
    let recording = time.record(time.cold("-a-b|").signal)
    time.advance(by: .seconds(2))
    recording.cancel()
    time.advance(by: .seconds(9))
    time.expect(recording, is: "-a")
    try time.verify()
  }

  @Test("many threads expect at once, each of its own time, and each is told of its own")
  func threads() async {
    await withTaskGroup(of: [String].self) { group in
      for number in 0..<8 {
        group.addTask {
          let complaints = Complaints()
          complaints.reporter.withValue {
            let time = TestScheduler()
            for _ in 0..<50 { time.expect(time.cold("-a|").signal, is: "-a|") }
            time.expect(time.cold("-\(number)|").signal, is: "-x|")
          }
          return complaints.messages.map { String($0.suffix(20)) } + ["\(number)"]
        }
      }
      for await messages in group {
        #expect(messages.count == 2)
        #expect(messages[0].hasSuffix("expected x, got \(messages[1])"))
      }
    }
  }

  @Test("async work under the scheduler is waited for")
  func asynchronous() throws {
    let answer = Signal<Int, Never>(
      async: { [time] in
        try? await time.sleep(for: .seconds(3))
        return 7
      }, executor: time)
    time.expect(answer, is: "---(7|)")
    try time.verify()
  }
}
