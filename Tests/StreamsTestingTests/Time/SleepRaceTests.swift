import Streams
import StreamsTesting
import Testing

@Suite("Sleeps that race, and what is let go of")
struct SleepRaceTests {
  private let time = TestScheduler()

  /// How a sleep of two seconds ends when its task is cancelled at an instant.
  private func outcome(cancelAt instant: Instant, before: Bool) async -> String {
    let time = TestScheduler()
    let sleeper = Task(executorPreference: time) {
      do {
        try await Task.sleep(until: .seconds(2), tolerance: .seconds(1), clock: time)
        return "woke at \(time.now)"
      } catch { return "cancelled at \(time.now)" }
    }
    if before { time.schedule(at: instant) { sleeper.cancel() } }
    time.advance(by: .zero)
    if !before { time.schedule(at: instant) { sleeper.cancel() } }
    time.advance(by: .seconds(5))
    try? time.verify()
    return await sleeper.value
  }

  @Test("a cancel before, at and after the instant of a sleep: the order of the calls decides")
  func cancels() async {
    #expect(await outcome(cancelAt: .zero, before: true) == "cancelled at 0.0 seconds")
    #expect(await outcome(cancelAt: .seconds(1), before: true) == "cancelled at 1.0 seconds")
    #expect(await outcome(cancelAt: .seconds(2), before: true) == "cancelled at 2.0 seconds")
    #expect(await outcome(cancelAt: .seconds(2), before: false) == "woke at 2.0 seconds")
    #expect(await outcome(cancelAt: .seconds(3), before: false) == "woke at 2.0 seconds")
  }

  private func withTimeout(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> String
  ) async -> String {
    await withTaskGroup(of: String.self) { group in
      group.addTask { (try? await work()) ?? "cancelled" }
      group.addTask { [time] in
        (try? await time.sleep(for: limit)).map { "too late" } ?? "not needed"
      }
      let first = await group.next() ?? "nothing"
      group.cancelAll()
      return first
    }
  }

  @Test(
    "a race of work and a timeout has the outcome of its times, and leaves nothing",
    arguments: [(1, "done"), (3, "too late"), (Int64.max, "too late")] as [(Int64, String)])
  func timeouts(_ seconds: Int64, _ outcome: String) async throws {
    let task = Task(executorPreference: time) {
      await withTimeout(.seconds(2)) { [time] in
        try await time.sleep(for: .seconds(seconds))
        return "done"
      }
    }
    time.advance(by: .seconds(4))
    try time.verify()
    #expect(await task.value == outcome)
  }

  @Test("cancels from other threads and wakes race: each sleep ends once, and none is left")
  func threads() async throws {
    for _ in 0..<200 {
      let tasks = (0..<4).map { number in
        Task { [time] in (try? await time.sleep(for: .milliseconds(number))) != nil }
      }
      async let cancelled: Void = { for task in tasks.reversed() { task.cancel() } }()
      time.advance(by: .milliseconds(2))
      await cancelled
      for task in tasks { _ = await task.value }
    }
    try time.verify()
  }

  @Test("timers moved and cancelled from their own actions run as often as they were set")
  func timers() throws {
    let log = Written<String>()
    let box = Lock<(any SchedulerTimer)?>(nil)
    let timer = time.timer { [time] _ in
      log.append("\(time.now)")
      let own = box.withLock { $0 }
      if log.entries.count < 3 {
        own?.set(at: time.now.advanced(by: .seconds(9)))
        own?.set(at: time.now.advanced(by: .seconds(1)))
      } else {
        own?.set(at: time.now)
        own?.cancel()
        own?.set(at: time.now)
      }
    }
    box.withLock { $0 = timer }
    timer.set(at: .seconds(1))
    try time.run(limit: 100)
    #expect(log.entries == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
    _ = box.withLock { box in
      defer { box = nil }
      return box
    }
    try time.verify()
  }

  @Test("with nothing left on it, it is let go of; also after a sleep that was cancelled")
  func released() async {
    weak var gone: TestScheduler?
    do {
      let time = TestScheduler()
      gone = time
      let recording = time.record(
        time.cold("-a-b|").signal.delay(for: .seconds(2), scheduler: time))
      let task = Task(executorPreference: time) { try await time.sleep(for: .seconds(100)) }
      time.advance(by: .seconds(2))
      recording.cancel()
      task.cancel()
      time.advance(by: .zero)
      _ = await task.result
    }
    #expect(gone == nil)
  }
}
