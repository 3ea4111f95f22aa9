import Streams
import StreamsTesting
import Testing

@Suite("advance(by:until:) waits for code that runs elsewhere")
struct EscapedWorkTests {
  private let scheduler = TestScheduler()

  @Test("VT-05: a sleep of a plain task, however late it is begun, a hundred times")
  func plainTask() async throws {
    for _ in 0..<100 {
      let scheduler = TestScheduler()
      let log = Written<Instant>()
      let task = Task {
        try await scheduler.sleep(for: .seconds(1))
        log.append(scheduler.now)
        try await scheduler.sleep(for: .seconds(2))
        log.append(scheduler.now)
      }
      try await scheduler.advance(by: .seconds(5)) { log.entries.count == 2 }
      #expect(log.entries == [.seconds(1), .seconds(3)])
      #expect(scheduler.now == .seconds(3))
      try await task.value
    }
  }

  @Test("VT-07: the main actor's state, looked at on the main actor, and what is due run there")
  @MainActor
  func mainActor() async throws {
    final class Model {
      var ticks = 0
    }
    let scheduler = TestScheduler()
    let model = Model()
    let task = Task { @MainActor in
      for _ in 0..<3 {
        try await scheduler.sleep(for: .seconds(1))
        model.ticks += 1
      }
    }
    try await scheduler.advance(by: .seconds(2)) { model.ticks == 2 }
    #expect(scheduler.now == .seconds(2))
    try await scheduler.advance(by: .seconds(1)) { model.ticks == 3 }
    try await task.value
    let ran = Written<Int>()
    scheduler.schedule(after: .seconds(1)) {
      MainActor.assertIsolated()
      ran.count()
    }
    try await scheduler.advance(by: .seconds(1)) { ran.total == 1 }
  }

  @Test("an actor with an executor of its own, and a callback from another thread")
  func ownExecutor() async throws {
    let clerk = Clerk()
    let log = Written<Int>()
    let task = Task { await clerk.work(on: scheduler, log) }
    let answer = Signal<Int, Never>(callback: { answer in
      DispatchScheduler.background.schedule { answer(.success(7)) }
    })
    let recording = scheduler.record(answer.delay(for: .seconds(2), scheduler: scheduler))
    try await scheduler.advance(by: .seconds(3)) { log.total == 1 && recording.isFinished }
    #expect(recording.values == [7])
    await task.value
    try scheduler.verify()
  }

  @Test("stops at the first instant that will do, and never passes the last")
  func instants() async throws {
    let ticks = scheduler.record(Signal.timer(every: .seconds(1), scheduler: scheduler))
    try await scheduler.advance(by: .seconds(9)) { ticks.values.count == 2 }
    #expect(scheduler.now == .seconds(2))
    try await scheduler.advance { ticks.values.count == 2 }
    #expect(scheduler.now == .seconds(2))
    let error = await #expect(throws: ConditionNotMet.self) {
      try await scheduler.advance(by: .seconds(3), within: .milliseconds(20)) { false }
    }
    #expect(error?.reason == .realTime(.milliseconds(20)))
    #expect(error?.now == .seconds(5))
    #expect(error?.pending.map(\.due) == [.seconds(6)])
    #expect(error?.description.contains("a repeating timer (5 firings so far), due at 6.0") == true)
    ticks.cancel()
  }

  @Test("waits for a sleeper without letting time pass")
  func sleepers() async throws {
    let task = Task { try await scheduler.sleep(for: .seconds(4)) }
    try await scheduler.advance { scheduler.pending.map(\.kind) == [.sleep] }
    #expect(scheduler.pending.map(\.due) == [.seconds(4)])
    scheduler.advance(by: .seconds(4))
    try await task.value
  }

  @Test("what is set already waits for nobody: a task that has to sleep first is waited for alone")
  func together() async throws {
    let log = Written<String>()
    scheduler.schedule(after: .seconds(2)) { log.append("timer") }
    let task = Task {
      try await scheduler.sleep(for: .seconds(1))
      log.append("task at \(scheduler.now)")
    }
    try await scheduler.advance { scheduler.pending.contains { $0.kind == .sleep } }
    try await scheduler.advance(by: .seconds(1)) { log.entries.count == 1 }
    try await scheduler.advance(by: .seconds(1)) { log.entries.count == 2 }
    #expect(log.entries == ["task at 1.0 seconds", "timer"])
    try await task.value
  }

  @Test("is bounded by real time also where work never ends, and by a cancel")
  func bounded() async {
    let again = Written<Int>()
    @Sendable func repeatNow() {
      scheduler.schedule { if again.total == 0 { repeatNow() } }
    }
    repeatNow()
    let endless = await #expect(throws: ConditionNotMet.self) {
      try await scheduler.advance(within: .milliseconds(20)) { false }
    }
    #expect(endless?.pending.map(\.kind) == [.action])
    again.count()
    let waiting = Task { try await scheduler.advance { false } }
    waiting.cancel()
    let cancelled = await #expect(throws: ConditionNotMet.self) { try await waiting.value }
    #expect(cancelled?.reason == .cancelled)
    #expect(cancelled?.description.contains("before the waiting task was cancelled") == true)
  }
}

private actor Clerk {
  private let queue = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

  func work(on scheduler: TestScheduler, _ log: Written<Int>) async {
    try? await scheduler.sleep(for: .seconds(1))
    log.count()
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchScheduler(label: "clerk")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.schedule { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
