import Foundation
import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite("TestScheduler: clock and executor")
struct TestSchedulerAsyncTests {
  @Test("VT-04: a sleep until now waits for an advance, by zero is enough")
  func sleepUntilNow() async throws {
    let scheduler = TestScheduler()
    let log = Written<String>()
    let task = Task(executorPreference: scheduler) {
      try await scheduler.sleep(until: scheduler.now)
      log.append("awake")
    }
    #expect(scheduler.pending.map(\.kind) == [.job])
    scheduler.advance(by: .zero)
    #expect(log.entries == ["awake"])
    try await task.value
    try scheduler.verify()
  }

  @Test("VT-05: an advance right after the start of a task finds its sleep, a thousand times")
  func startThenAdvance() async throws {
    for _ in 0..<1_000 {
      let scheduler = TestScheduler()
      let log = Written<Duration>()
      let task = Task(executorPreference: scheduler) {
        try await scheduler.sleep(for: .seconds(1))
        log.append(scheduler.now.offset)
        try await scheduler.sleep(for: .seconds(1))
        log.append(scheduler.now.offset)
      }
      scheduler.advance(by: .seconds(2))
      #expect(log.entries == [.seconds(1), .seconds(2)])
      try await task.value
    }
  }

  @Test("a sleep of a cancelled task throws at once and leaves nothing pending")
  func cancelledSleep() async {
    let scheduler = TestScheduler()
    let task = Task(executorPreference: scheduler) {
      try await scheduler.sleep(for: .seconds(10))
    }
    scheduler.advance(by: .seconds(1))
    #expect(scheduler.pending.map(\.kind) == [.sleep])
    task.cancel()
    scheduler.advance(by: .zero)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.pending.isEmpty)
    #expect(scheduler.now.offset == .seconds(1))

    let before = Task(executorPreference: scheduler) {
      try await scheduler.sleep(for: .seconds(10))
    }
    before.cancel()
    scheduler.advance(by: .zero)
    await #expect(throws: CancellationError.self) { try await before.value }
    #expect(scheduler.pending.isEmpty)
  }

  @Test("it is a Clock: huge, negative and past sleeps trap nowhere")
  func clock() async throws {
    let scheduler = TestScheduler()
    let woken = Written<Int>()
    let tasks = [Duration.seconds(Int64.max), .seconds(-5), .seconds(1e20), .zero].map { duration in
      Task(executorPreference: scheduler) {
        try await scheduler.sleep(for: duration)
        woken.count()
      }
    }
    scheduler.advance(by: .zero)
    #expect(woken.total == 2)
    for task in tasks { task.cancel() }
    scheduler.advance(by: .zero)
    #expect(scheduler.pending.isEmpty)
    let elapsed = scheduler.measure { scheduler.advance(by: .seconds(3)) }
    #expect(elapsed == .seconds(3))
  }

  @Test("jobs run before the next item, also before one of the same instant")
  func jobsBetween() throws {
    let scheduler = TestScheduler()
    let log = Written<String>()
    for number in 1...2 {
      scheduler.schedule(after: .seconds(1)) {
        log.append("item \(number)")
        Task(executorPreference: scheduler) { log.append("job \(number)") }
      }
    }
    Task(executorPreference: scheduler) { log.append("first job") }
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == ["first job", "item 1", "job 1", "item 2", "job 2"])
    try scheduler.verify()
  }

  /// A group, an actor, a stream, `async let` and a cancelled sleep.
  @Test("async code of every kind: one outcome, 2,000 times, beside four busy loops")
  func oneOutcome() {
    let isOver = Flag()
    for _ in 0..<4 {
      Thread { while !isOver.isSet { isOver.spin() } }.start()
    }
    defer { isOver.set() }
    var outcomes: Set<[String]> = []
    for _ in 0..<2_000 { outcomes.insert(Self.scenario()) }
    #expect(outcomes.count == 1)
    #expect(outcomes.first?.last == "over at 10.0 seconds")
  }

  private static func scenario() -> [String] {
    let scheduler = TestScheduler()
    let log = Written<String>()
    let task = Task(executorPreference: scheduler) {
      let tally = Tally()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      async let sum = stream.reduce(0, +)
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            try? await scheduler.sleep(for: .seconds(number % 2 + 1))
            log.append("\(number) at \(scheduler.now)")
            await tally.add(number)
            continuation.yield(number)
          }
        }
        let sleeper = Task(executorPreference: scheduler) {
          do { try await scheduler.sleep(for: .seconds(100)) } catch {
            log.append("cancelled at \(scheduler.now)")
          }
        }
        group.addTask {
          try? await scheduler.sleep(for: .seconds(2))
          sleeper.cancel()
          await sleeper.value
        }
      }
      continuation.finish()
      log.append("sum \(await sum), tally \(await tally.sum)")
      try? await scheduler.sleep(until: Instant(offset: .seconds(10)))
      log.append("over at \(scheduler.now)")
    }
    scheduler.advance(by: .seconds(20))
    _ = task
    return log.entries
  }

  @Test("async sources and bridges run on it, started and finished within an advance")
  func bridges() throws {
    let scheduler = TestScheduler()
    let source = Signal<Int, Never>(
      async: {
        try? await scheduler.sleep(for: .seconds(2))
        return 7
      }, executor: scheduler)
    let recording = scheduler.record(source)
    let log = Written<Int>()
    let task = Task(executorPreference: scheduler) {
      for await tick in Signal.timer(every: .seconds(1), scheduler: scheduler).prefix(3).values {
        log.append(tick)
      }
    }
    scheduler.advance(by: .seconds(5))
    #expect(recording.events.map(\.at.offset) == [.seconds(2), .seconds(2)])
    #expect(recording.values == [7])
    #expect(log.entries == [0, 1, 2])
    _ = task
    try scheduler.verify()
  }

  @Test("a cancel of an async source cancels its task, and nothing is delivered")
  func cancelledSource() throws {
    let scheduler = TestScheduler()
    let log = Written<String>()
    let recording = scheduler.record(
      Signal<Int, Never>(
        async: {
          do { try await scheduler.sleep(for: .seconds(9)) } catch { log.append("cancelled") }
          return 1
        }, executor: scheduler))
    scheduler.advance(by: .seconds(1))
    recording.cancel()
    scheduler.advance(by: .zero)
    #expect(log.entries == ["cancelled"])
    #expect(recording.events.isEmpty)
    try scheduler.verify()
  }
}

private actor Tally {
  private(set) var sum = 0

  func add(_ number: Int) { sum += number }
}

private final class Flag: Sendable {
  private let value = Atomic(false)
  private let spins = Atomic(0)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
  func spin() { for _ in 0..<1_000 { spins.add(1, ordering: .relaxed) } }
}
