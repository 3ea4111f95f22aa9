import Streams
import StreamsTesting
import Testing

@Suite("Work without an end is given up, and named")
struct BoundsTests {
  private let complaints = Complaints()

  /// Schedules itself at the instant it runs at, until told to stop.
  private final class Spinner: Sendable {
    let stopped = Written<Int>()

    func spin(on time: TestScheduler) {
      guard stopped.total == 0 else { return }
      time.schedule { self.spin(on: time) }
    }

    /// Never delivers, and never lets time pass, from `delay` on.
    func signal(after delay: Duration, on time: TestScheduler) -> Signal<String, Never> {
      .deferred {
        time.schedule(after: delay) { self.spin(on: time) }
        return .never()
      }
    }
  }

  @Test("an advance stands still in that instant, and fails the line it was called at")
  func advances() throws {
    let time = complaints.scheduler()
    let spinner = Spinner()
    time.schedule(after: .seconds(2)) { spinner.spin(on: time) }
    let line = #line + 1
    time.advance(by: .seconds(5), limit: 100)
    #expect(time.now == .seconds(2))
    let failure = try #require(complaints.failures.first)
    #expect(failure.line == line)
    #expect(failure.fileID == #fileID)
    #expect(
      failure.message == """
        The advance has no end. More than 100 actions at 2.0 seconds, and no end of them; \
        still to come:
        - an action, due at 2.0 seconds
        """)
    time.advance(to: .seconds(5))
    time.runNext()
    #expect(complaints.failures.count == 2)
    spinner.stopped.count()
    time.advance(to: .seconds(5), limit: 1)
    #expect(complaints.failures.count == 2)
    #expect(time.now == .seconds(5))
    try time.verify()
  }

  @Test("async code that only yields is work without an end, in an advance and in a step")
  func jobs() async throws {
    let time = complaints.scheduler()
    let task = Task(executorPreference: time) {
      while !Task.isCancelled { await Task.yield() }
    }
    time.advance(by: .seconds(1), limit: 100)
    #expect(complaints.messages.first?.contains("- a job of async code") == true)
    time.runNext(limit: 100)
    #expect(complaints.messages.last?.hasPrefix("The step has no end.") == true)
    #expect(complaints.failures.count == 2)
    await #expect(throws: ConditionNotMet.self) {
      try await time.advance(within: .milliseconds(5)) { false }
    }
    let looked = Written<Int>()
    try await time.advance {
      looked.count()
      return looked.total > 3
    }
    task.cancel()
    time.advance(by: .zero)
    await task.value
  }

  @Test(
    "an expectation is a failure that names it, whenever it begins to spin",
    arguments: ["---a|", "---^a|", "----!", "---(a!)", "-", "", "----^"])
  func expectations(_ diagram: String) throws {
    let time = complaints.scheduler()
    let spinner = Spinner()
    if diagram.contains("^") {
      time.schedule(after: .seconds(2)) { spinner.spin(on: time) }
    }
    let failure = time.expect(
      spinner.signal(after: .seconds(2), on: time), is: diagram, limit: 500)
    #expect(failure?.message.hasPrefix("The signal has no end. More than 500 actions at") == true)
    #expect(complaints.failures.count == 1)
    #expect(time.now == .seconds(2))
    spinner.stopped.count()
    time.advance(by: .seconds(1))
    time.expect(time.cold("-a|").signal, is: "-a|")
    #expect(complaints.failures.count == 1)
    try time.verify()
  }

  @Test("an endless flood of values in one instant is a failure that can be read")
  func flood() {
    let time = complaints.scheduler()
    let flood = Signal<Int, Never> { emitter in
      @Sendable func again() {
        guard !emitter.isCancelled else { return }
        emitter.send(1)
        time.schedule(again)
      }
      again()
    }
    time.expect(flood, is: "1|", limit: 300)
    time.expect(Signal<Int, Never>.sequence(0..<5_000), is: "-0|")
    #expect(complaints.failures.count == 2)
    for message in complaints.messages { #expect(message.count < 2_000) }
    #expect(complaints.messages.last?.contains("and 4989 more") == true)
  }

  @Test("what was there when an instant began was asked for, and counts for nothing")
  func asked() throws {
    let time = complaints.scheduler()
    let ran = Written<Int>()
    for _ in 0..<500 { time.schedule(after: .seconds(1)) { ran.count() } }
    for second in 2..<100 { time.schedule(after: .seconds(second)) { ran.count() } }
    time.advance(by: .seconds(1_000), limit: 0)
    #expect(ran.total == 598)
    #expect(complaints.messages == [])
    try time.verify()
  }

  @Test("a limit below none is a misuse, and is none")
  func limits() {
    let error = #expect(throws: StillAlive.self) {
      try TestScheduler.verifying { time in
        time.advance(by: .zero, limit: -1)
        time.runNext(limit: -2)
        try time.run(limit: -3)
        time.expect(time.cold("-a|").signal, is: "-a|", limit: -4)
      }
    }
    let names = ["advance(limit:)", "runNext(limit:)", "run(limit:)", "expect(limit:)"]
    #expect(
      error?.pending.map(\.kind)
        == names.enumerated().map {
          .misuse(.countTooSmall(operator: $0.element, given: -1 - $0.offset, least: 0))
        })
  }

  @Test("a list of what is to come is as long as anybody reads")
  func lists() {
    let time = TestScheduler()
    for second in 0..<1_000 { time.schedule(after: .seconds(second)) {} }
    let error = #expect(throws: StillAlive.self) { try time.verify() }
    #expect(error?.pending.count == 1_000)
    #expect(error?.description.split(separator: "\n").count == 52)
    #expect(error?.description.hasSuffix("\n- and 950 more") == true)
  }

  @Test("inside an action, and inside what it leads to, time may be passed")
  func nested() throws {
    let time = complaints.scheduler()
    let log = Written<String>()
    for second in 1...4 {
      time.schedule(after: .seconds(second)) {
        log.append("\(second) at \(time.now)")
        if second == 1 { time.advance(by: .seconds(2)) }
        log.append("\(second) over at \(time.now)")
      }
    }
    time.advance(by: .seconds(2))
    #expect(
      log.entries == [
        "1 at 1.0 seconds", "2 at 2.0 seconds", "2 over at 2.0 seconds", "3 at 3.0 seconds",
        "3 over at 3.0 seconds", "1 over at 3.0 seconds",
      ])
    #expect(time.now == .seconds(3))
    time.schedule {
      time.expect(time.cold("-a|").signal, is: "-a|")
      time.expect(time.cold("-a|").signal, is: "-b|")
    }
    try time.run()
    #expect(complaints.failures.count == 1)
    try time.verify()
  }
}
