import Streams
import StreamsTesting
import Testing

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
  @Test("runs everything inside the call, at time zero")
  func inside() {
    let scheduler = ImmediateScheduler()
    let log = Log<String>()
    scheduler.schedule { log.append("action") }
    scheduler.schedule(after: .seconds(3600)) { log.append("timer") }
    scheduler.schedule(at: .distantFuture) { log.append("never") }
    #expect(log.entries == ["action", "timer", "never"])
    #expect(scheduler.now == .zero)
  }

  @Test("a timer set from its own action runs after the action, and not after a cancel")
  func again() {
    let log = Log<String>()
    let kept = Box<any SchedulerTimer>()
    kept.put(
      ImmediateScheduler().timer { instant in
        log.append("begin \(instant)")
        if log.entries.count < 5 { kept.value?.set(at: Instant(offset: .seconds(1))) }
        if log.entries.count == 5 { kept.value?.cancel() }
        log.append("end")
      })
    kept.value?.set(at: .zero)
    kept.value?.set(at: .zero)
    let begins = log.entries.filter { $0.hasPrefix("begin") }
    #expect(begins == ["begin 0.0 seconds", "begin 1.0 seconds", "begin 1.0 seconds"])
    #expect(log.entries.count == 6)
    kept.take()
  }

  @Test("a timer set a hundred thousand times does not grow")
  func often() {
    onSmallStack {
      let calls = Counter()
      let timer = ImmediateScheduler().timer { _ in calls.add() }
      for _ in 0..<100_000 { timer.set(at: .zero) }
      #expect(calls.value == 100_000)
    }
  }

  @Test("a timer lets go of its action at the cancel")
  func release() {
    let census = Census()
    func make() -> any SchedulerTimer {
      let canary = census.canary("action")
      return ImmediateScheduler().timer { _ in _ = canary }
    }
    let timer = make()
    timer.set(at: .zero)
    timer.cancel()
    timer.set(at: .zero)
    #expect(census.alive == [])
  }
}

@Suite("ImmediateScheduler as a clock")
struct ImmediateClockTests {
  @Test("a sleep takes no time, and a loop that sleeps until some moment gets there")
  func sleep() async throws {
    let clock = ImmediateScheduler()
    let copy = clock
    var rounds = 0
    while clock.now < Instant(offset: .seconds(10)) {
      try await clock.sleep(for: .seconds(3))
      rounds += 1
    }
    #expect(rounds == 4)
    #expect(copy.now == Instant(offset: .seconds(12)))
    try await clock.sleep(until: .zero)
    try await clock.sleep(for: .seconds(-5))
    #expect(clock.now == Instant(offset: .seconds(12)))
    try await clock.sleep(until: .distantFuture)
    try await clock.sleep(for: .seconds(Int64.max))
    #expect(clock.now == .distantFuture)
    #expect(clock.minimumResolution == .zero)
  }

  @Test("a cancelled task's sleep throws")
  func cancelled() async {
    let clock = ImmediateScheduler()
    let task = Task {
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("scheduled work does not move time")
  func still() {
    let clock = ImmediateScheduler()
    clock.schedule(after: .seconds(5)) {}
    #expect(clock.now == .zero)
  }

  @Test("it runs no async code; the virtual scheduler does")
  func executors() {
    #expect(ImmediateScheduler().taskExecutor == nil)
    #expect(DispatchScheduler.main.taskExecutor == nil)
    let virtual: any Scheduler = TestScheduler()
    #expect(virtual.taskExecutor is TestScheduler)
  }
}
