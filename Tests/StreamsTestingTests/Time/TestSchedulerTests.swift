import Streams
import StreamsTesting
import Testing

@Suite("TestScheduler: actions and timers")
struct TestSchedulerTests {
  @Test("VT-01: a thousand actions of one instant run in the order 0 to 999")
  func ties() throws {
    let scheduler = TestScheduler()
    let log = Written<Int>()
    for number in 0..<1_000 { scheduler.schedule(after: .seconds(1)) { log.append(number) } }
    try scheduler.run()
    #expect(log.entries == Array(0..<1_000))
  }

  @Test("VT-01: two repeating timers that meet keep the order in which they were set")
  func meetingTimers() {
    let scheduler = TestScheduler()
    let log = Written<String>()
    let fast = Signal.timer(every: .seconds(1), scheduler: scheduler)
      .observe(value: { _ in log.append("A\(scheduler.now.offset)") })
    let slow = Signal.timer(every: .seconds(2), scheduler: scheduler)
      .observe(value: { _ in log.append("B\(scheduler.now.offset)") })
    scheduler.advance(by: .seconds(12))
    fast.cancel()
    slow.cancel()
    // The slow one was set again before the fast one was, two seconds earlier: it has the earlier
    // place, but for the first time.
    #expect(log.entries.count == 18)
    #expect(log.entries.prefix(3) == ["A1.0 seconds", "B2.0 seconds", "A2.0 seconds"])
    for second in stride(from: 2, through: 12, by: 2) {
      let meeting = log.entries.filter { $0.dropFirst() == "\(Double(second)) seconds" }
      #expect(meeting == ["B\(Double(second)) seconds", "A\(Double(second)) seconds"])
    }
  }

  @Test("VT-02: by due time, then by the order of the calls; against a stable sort")
  func order() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let scheduler = TestScheduler()
      let log = Written<Int>()
      let times = (0..<100).map { _ in Int(generator.next() % 10) }
      for (index, time) in times.enumerated() {
        scheduler.schedule(after: .seconds(time)) { log.append(index) }
      }
      let expected = times.enumerated()
        .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
      try scheduler.run()
      #expect(log.entries == expected)
    }
  }

  @Test(
    "TIM-12: what was scheduled goes on although its handle is let go of, here and in real time")
  func droppedHandles() async {
    let scheduler = TestScheduler()
    let log = Written<Duration>()
    do {
      scheduler.schedule(after: .seconds(2)) { log.append(scheduler.now.offset) }
      Signal.timer(every: .seconds(1), scheduler: scheduler).prefix(3)
        .observe(value: { _ in log.append(scheduler.now.offset) })
    }
    scheduler.advance(by: .seconds(9))
    #expect(log.entries == [1, 2, 2, 3].map { .seconds($0) })

    let real = DispatchScheduler(label: "dropped")
    let ticks = Written<Int>()
    await withCheckedContinuation { continuation in
      Signal.timer(every: .milliseconds(1), scheduler: real).prefix(3)
        .observe(value: { ticks.append($0) }, finished: { continuation.resume() })
    }
    #expect(ticks.entries == [0, 1, 2])
    await withCheckedContinuation { continuation in
      real.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
  }

  @Test("a timer that is moved takes a new place among equals, and fires once")
  func moved() throws {
    let scheduler = TestScheduler()
    let log = Written<String>()
    let timer = scheduler.timer { _ in log.append("timer") }
    timer.set(at: Instant(offset: .seconds(1)))
    scheduler.schedule(after: .seconds(1)) { log.append("action") }
    timer.set(at: Instant(offset: .seconds(1)))
    #expect(scheduler.pending.count == 2)
    try scheduler.run()
    #expect(log.entries == ["action", "timer"])
  }

  @Test("in a callback now is that callback's own due time; it never goes back")
  func now() {
    let scheduler = TestScheduler()
    let seen = Written<Duration>()
    for second in [3, 1, 2] {
      scheduler.schedule(after: .seconds(second)) { seen.append(scheduler.now.offset) }
    }
    scheduler.schedule(at: Instant(offset: .seconds(-9))) { seen.append(scheduler.now.offset) }
    scheduler.advance(by: .seconds(10))
    #expect(seen.entries == [.zero, .seconds(1), .seconds(2), .seconds(3)])
    #expect(scheduler.now.offset == .seconds(10))
    scheduler.advance(to: .zero)
    scheduler.advance(by: .seconds(-5))
    #expect(scheduler.now.offset == .seconds(10))
    scheduler.schedule(at: .zero) { seen.append(scheduler.now.offset) }
    scheduler.advance(by: .zero)
    #expect(seen.entries.last == .seconds(10))
  }

  @Test("what is scheduled for the same instant during an advance runs in that advance")
  func sameInstant() {
    let scheduler = TestScheduler()
    let log = Written<Int>()
    scheduler.schedule(after: .seconds(1)) {
      log.append(1)
      scheduler.schedule {
        log.append(3)
        scheduler.schedule(after: .zero) { log.append(4) }
      }
      log.append(2)
    }
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == [1, 2, 3, 4])
    #expect(scheduler.pending.isEmpty)
  }

  @Test("an advance is inclusive; runNext runs one thing and moves time to it")
  func steps() {
    let scheduler = TestScheduler()
    let log = Written<Int>()
    for second in 1...3 { scheduler.schedule(after: .seconds(second)) { log.append(second) } }
    scheduler.advance(to: Instant(offset: .seconds(1)))
    #expect(log.entries == [1])
    #expect(scheduler.runNext())
    #expect(log.entries == [1, 2])
    #expect(scheduler.now.offset == .seconds(2))
    #expect(scheduler.runNext())
    #expect(!scheduler.runNext())
  }

  @Test(
    "VT-07: advance(by:), advance(to:), run() and runNext() run callbacks on the calling thread")
  @MainActor
  func isolation() throws {
    let scheduler = TestScheduler()
    let count = Written<Int>()
    func schedule() {
      scheduler.schedule(after: .seconds(1)) {
        MainActor.assertIsolated()
        count.append(1)
      }
    }
    schedule()
    scheduler.advance(by: .seconds(1))
    schedule()
    scheduler.advance(to: scheduler.now.advanced(by: .seconds(1)))
    schedule()
    try scheduler.run()
    schedule()
    scheduler.runNext()
    #expect(count.entries.count == 4)
  }

  @Test("VT-08: run(limit:) gives up on a repeating timer and names it")
  func endless() throws {
    let scheduler = TestScheduler()
    let subscription = Signal.timer(every: .seconds(1), scheduler: scheduler).observe()
    do {
      try scheduler.run(limit: 1_000)
      Issue.record("did not throw")
    } catch {
      #expect(error.limit == 1_000)
      #expect(error.pending.count == 1)
      #expect(error.pending.first?.kind == .timer)
      #expect(error.description.contains("repeating timer"))
    }
    subscription.cancel()
    try scheduler.run(limit: 0)
    scheduler.schedule {}
    try scheduler.run(limit: 1)
  }

  @Test("VT-08: run(limit:) gives up on async code that only yields, and names its job")
  func endlessJobs() async throws {
    let scheduler = TestScheduler()
    let task = Task(executorPreference: scheduler) {
      while !Task.isCancelled { await Task.yield() }
    }
    let error = #expect(throws: EndlessWork.self) { try scheduler.run(limit: 1_000) }
    #expect(error?.pending.map(\.kind) == [.job])
    #expect(error?.description.contains("a job of async code") == true)
    task.cancel()
    try scheduler.run(limit: 2)
    await task.value
  }

  @Test("huge and negative intervals trap nowhere")
  func oddIntervals() throws {
    let odd: [Duration] = [
      .seconds(Int64.max), .seconds(Int64.min), .seconds(1e20), .seconds(-1e20), .nanoseconds(1),
    ]
    for duration in odd {
      let scheduler = TestScheduler()
      let ran = Written<Int>()
      scheduler.schedule(after: duration) { ran.count() }
      scheduler.schedule(at: Instant(offset: duration)) { ran.count() }
      scheduler.advance(by: duration)
      scheduler.advance(to: Instant(offset: duration))
      scheduler.advance(by: duration)
      #expect(ran.total == 2)
      let longest = Duration.seconds(Int64.max) * 18
      scheduler.schedule(at: Instant(offset: duration < .zero ? .zero - longest : longest)) {
        ran.count()
      }
      _ = scheduler.pending.description
      try scheduler.run()
      #expect(ran.total == 3)
      #expect(scheduler.now <= .distantFuture)
    }
  }

  @Test("threads may schedule, cancel and look while one advances")
  func threads() async throws {
    let scheduler = TestScheduler()
    let ran = Written<Int>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            scheduler.schedule(after: .milliseconds(number)) { ran.count() }
            scheduler.schedule(after: .seconds(1)) {}.cancel()
            _ = scheduler.now
          }
        }
      }
      group.addTask { for _ in 0..<100 { scheduler.advance(by: .milliseconds(1)) } }
    }
    try scheduler.run()
    #expect(ran.total == 2_000)
    try scheduler.verify()
  }
}
