import Streams
import StreamsTesting
import Testing

@Suite("Faults of timing")
struct TimingFaults {
  @Test("TIM-05: debounce passes only the last of ticks that are closer than its quiet time")
  func fastTicks() throws {
    let scheduler = TestScheduler()
    let ticks = Signal.timer(every: .seconds(1), scheduler: scheduler).prefix(10)
    let log = scheduler.record(ticks.debounce(for: .seconds(2), scheduler: scheduler))
    try scheduler.run()
    #expect(log.values == [9])
  }

  @Test("TIM-05: no value passes debounce while the gaps are shorter than its quiet time")
  func gaps() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let scheduler = TestScheduler()
      let subject = PassthroughSubject<Int, Never>()
      let log = scheduler.record(subject.signal.debounce(for: .seconds(5), scheduler: scheduler))
      var (time, expected) = (0, [(at: Int, value: Int)]())
      for number in 0..<20 {
        let gap = Int(generator.next() % 8) + 1
        // A value that comes at the due time finds the timer set before it.
        if gap >= 5, number > 0 { expected.append((time + 5, number - 1)) }
        time += gap
        scheduler.advance(to: Instant(offset: .seconds(time)))
        subject.send(number)
      }
      try scheduler.run()
      expected.append((time + 5, 19))
      #expect(log.values == expected.map(\.value))
      #expect(log.events.map(\.at.offset) == expected.map { .seconds($0.at) })
    }
  }

  @Test("TIM-06: debounce delivers the last of a burst once and leaves nothing pending")
  func burst() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let log = scheduler.record(subject.signal.debounce(for: .seconds(1), scheduler: scheduler))
    for number in 0...10 { subject.send(number) }
    scheduler.advance(by: .seconds(20))
    #expect(log.events == [RecordedEvent(at: Instant(offset: .seconds(1)), .value(10))])
    #expect(scheduler.pending.isEmpty)
  }

  @Test("TIM-07: a debounced pipeline keeps its state for each start; see ObservationLaws for all")
  func startTwice() throws {
    let scheduler = TestScheduler()
    let source = OrderFaults.timeline([(10, 1), (20, 2), (40, 3)], scheduler)
    let signal = source.debounce(for: .milliseconds(15), scheduler: scheduler)
    let first = scheduler.record(signal)
    let second = scheduler.record(signal)
    try scheduler.run()
    let third = scheduler.record(signal)
    try scheduler.run()
    #expect(first.values == [2, 3])
    #expect(first.events == second.events)
    #expect(third.values == [2, 3])
  }

  @Test("TIM-08: the attempts of two observations of one retry do not disturb each other")
  func retryStarts() throws {
    let scheduler = TestScheduler()
    let signal = Signal<Int, TestFailure>.fail(.one)
      .retry(scheduler: scheduler) { _, attempt in
        attempt.number < 2 ? .retry(after: .seconds(1)) : .fail
      }
    let first = scheduler.record(signal)
    let second = scheduler.record(signal)
    try scheduler.run()
    let third = scheduler.record(signal)
    try scheduler.run()
    #expect(first.events.map(\.at.offset) == [.seconds(1)])
    #expect(second.events.map(\.at.offset) == [.seconds(1)])
    #expect(third.events.map(\.at.offset) == [.seconds(2)])
  }

  @Test(
    "TIM-11: a time limit counts from the start, then from each value, and ends with the source")
  func timeouts() throws {
    let scheduler = TestScheduler()
    let silent = scheduler.record(
      Items.never().timeout(.seconds(5), scheduler: scheduler, failure: .two))
    let source = ManualSource()
    let once = scheduler.record(
      source.signal.timeout(.seconds(5), scheduler: scheduler, failure: .two))
    scheduler.schedule(after: .seconds(4)) { source.send(.value(1)) }
    let quick = scheduler.record(
      Items.empty().delay(for: .seconds(3), scheduler: scheduler)
        .timeout(.seconds(5), scheduler: scheduler, failure: .two))
    try scheduler.run()
    #expect(silent.events == [RecordedEvent(at: Instant(offset: .seconds(5)), .failure(.two))])
    #expect(once.events.map(\.at.offset) == [.seconds(4), .seconds(9)])
    #expect(once.failure == .two)
    #expect(quick.events.map(\.event) == [.finished])
    #expect(scheduler.pending.isEmpty)
    #expect(source.open == 0)
  }

  @Test("TIM-11: a total limit counts from the start alone, and ends with the source")
  func totalTimeouts() throws {
    let scheduler = TestScheduler()
    func limited(_ signal: Items) -> Recording<Item, TestFailure> {
      scheduler.record(signal.timeout(.seconds(5), .total, scheduler: scheduler, failure: .two))
    }
    let source = ManualSource()
    let all = [
      limited(.never()), limited(source.signal),
      limited(.empty().delay(for: .seconds(3), scheduler: scheduler)),
    ]
    scheduler.schedule(after: .seconds(4)) { source.send(.value(1)) }
    try scheduler.run()
    #expect(all.map(\.failure) == [.two, .two, nil])
    #expect(
      all.map { $0.events.map(\.at.offset) } == [[5], [4, 5], [3]].map { $0.map { .seconds($0) } })
    #expect(source.open == 0)
  }

  @Test("TIM-12: a timer goes on although its subscription is let go of, until it is cancelled")
  func droppedHandle() {
    let scheduler = TestScheduler()
    let log = Log<Int>()
    let scope = Subscription()
    Signal.timer(every: .seconds(1), scheduler: scheduler)
      .observe(in: scope) { if case .value(let tick) = $0 { log.append(tick) } }
    scheduler.advance(by: .seconds(3))
    #expect(log.entries == [0, 1, 2])
    scope.cancel()
    scheduler.advance(by: .seconds(3))
    #expect(log.entries == [0, 1, 2])
  }

  @Test("TIM-14: the first tick comes after one interval")
  func firstTick() {
    let scheduler = TestScheduler()
    let log = scheduler.record(Signal.timer(every: .seconds(5), scheduler: scheduler))
    scheduler.advance(by: .seconds(4))
    #expect(log.events.isEmpty)
    scheduler.advance(by: .seconds(11))
    #expect(log.events.map(\.at.offset) == [.seconds(5), .seconds(10), .seconds(15)])
    log.cancel()
  }

  @Test("TIM-15: ticks stay on the grid when one is handled late; missed ones come as one")
  func slowConsumer() {
    let scheduler = TestScheduler()
    let log = Log<[Duration]>()
    let slow = Signal.timer(every: .seconds(1), scheduler: scheduler)
      .observe(value: { tick in
        log.append([.seconds(tick), scheduler.now.offset])
        if tick == 0 { scheduler.advance(by: .milliseconds(3_500)) }
      })
    scheduler.advance(by: .milliseconds(4_500))
    scheduler.advance(by: .milliseconds(2_500))
    slow.cancel()
    // What was due at 2, 3 and 4 comes once, as soon as there is time for it.
    let expected: [[Double]] = [[0, 1], [1, 4.5], [2, 5], [3, 6], [4, 7]]
    #expect(log.entries == expected.map { $0.map { .seconds($0) } })
  }

  @Test(
    "TIM-16: what waits is not delivered after a cancel, be the source finished or open",
    arguments: OperatorTable.all(.needsTime), [true, false])
  func cancelWhileWaiting(row: OperatorRow, isFinished: Bool) {
    let scheduler = TestScheduler()
    let log = Log<ItemEvent>()
    let values = Items.sequence((0..<128).map { Item($0) })
    let source = isFinished ? values : values.append(.never())
    let subscription = row(source, scheduler).observe { log.append($0) }
    // Some let values go before the cancel: the first of a window, what waits at the end.
    let delivered = log.entries
    if !isFinished { #expect(delivered.count < 128) }
    subscription.cancel()
    #expect(scheduler.pending.isEmpty)
    scheduler.advance(by: .seconds(20))
    #expect(log.entries == delivered)
  }

  @Test("intervals that are huge, negative or nothing trap nowhere and lose nothing")
  func oddIntervals() {
    let odd: [Duration] = [
      .zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(1), .seconds(Int64.max),
      .seconds(1e20), .seconds(-1e20),
    ]
    for interval in odd {
      let scheduler = TestScheduler()
      scheduler.advance(by: .seconds(1))
      let subject = PassthroughSubject<Item, TestFailure>()
      let debounced = scheduler.record(
        subject.signal.debounce(for: interval, scheduler: scheduler))
      let delayed = scheduler.record(subject.signal.delay(for: interval, scheduler: scheduler))
      let limited = scheduler.record(
        subject.signal.timeout(interval, scheduler: scheduler, failure: .two))
      let ticking = scheduler.record(Signal.timer(every: interval, scheduler: scheduler).prefix(2))
      let retried = scheduler.record(
        Items.fail(.one).retry(scheduler: scheduler) { _, attempt in
          attempt.number < 3 ? .retry(after: interval) : .fail
        })
      subject.send(1)
      scheduler.advance(by: .seconds(1))
      let isShort = interval <= .nanoseconds(1)
      #expect(debounced.values == (isShort ? [1] : []))
      #expect(delayed.values == (isShort ? [1] : []))
      #expect(limited.failure == (isShort ? .two : nil))
      #expect(ticking.isFinished == isShort)
      #expect((retried.failure != nil) == isShort)
      for subscription in [
        debounced.subscription, delayed.subscription, limited.subscription, ticking.subscription,
        retried.subscription,
      ] { subscription.cancel() }
      #expect(scheduler.pending.isEmpty)
    }
  }

  @Test("TIM-19: a back-off never overflows, never shrinks, never passes its limit")
  func backoff() {
    let limit = Duration.seconds(60)
    let all: [Backoff] = [
      .constant(.seconds(2)), .linear(base: .milliseconds(10), max: limit),
      .exponential(base: .milliseconds(100), max: limit),
      .exponential(base: .nanoseconds(1), factor: 1.1, max: limit),
      .exponential(base: .milliseconds(3), factor: 7.5, max: limit),
      .exponential(base: .zero, max: limit), .exponential(base: .seconds(-1), max: limit),
      .exponential(base: .seconds(1), factor: .infinity, max: limit),
      .exponential(base: .seconds(1), factor: .nan, max: limit),
      .exponential(base: .seconds(1), factor: -3, max: limit),
      .exponential(base: .seconds(90), max: limit), .linear(base: .seconds(1), max: .seconds(-1)),
      .exponential(base: .seconds(1), factor: 2, max: .seconds(Int64.max)),
    ]
    for backoff in all {
      let attempts = Array(0...200) + [1_000, 1 << 40, Int.max - 1, Int.max]
      let waits = attempts.map { backoff.delay(attempt: $0) }
      #expect(waits.allSatisfy { $0 >= .zero && $0 <= backoff.max })
      #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(backoff.delay(attempt: Int.min) == backoff.delay(attempt: 1))
    }
    let exact = Backoff.exponential(base: .milliseconds(200), max: .seconds(10))
    #expect(
      (1...4).map { exact.delay(attempt: $0) } == [200, 400, 800, 1_600].map { .milliseconds($0) })
    #expect(exact.delay(attempt: 7) == .seconds(10))
    let linear = Backoff.linear(base: .seconds(1))
    #expect((1...3).map { linear.delay(attempt: $0) } == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test(
    "TIM-19: jitter stays in its bounds and repeats with its seed",
    arguments: [Backoff.Jitter.full, .equal, .decorrelated])
  func jitter(kind: Backoff.Jitter) {
    let plain = Backoff.exponential(base: .milliseconds(100), max: .seconds(5))
    func waits(_ seed: UInt64) -> [Duration] {
      let backoff = plain.jittered(kind, .seeded(seed))
      var previous: Duration?
      return (1...200).map { attempt in
        let wait = backoff.delay(attempt: attempt, previous: previous)
        previous = wait
        return wait
      }
    }
    let all = waits(1)
    #expect(all == waits(1))
    #expect(all != waits(2))
    for (attempt, wait) in all.enumerated() {
      let whole = plain.delay(attempt: attempt + 1)
      switch kind {
      case .full: #expect(wait >= .zero && wait <= whole)
      case .equal: #expect(wait >= whole / 2 && wait <= whole)
      case .decorrelated: #expect(wait >= plain.base && wait <= plain.max)
      }
    }
    for fixed in [UInt64.min, .max] {
      let backoff = plain.jittered(kind, Randomness { fixed })
      let wait = backoff.delay(attempt: Int.max, previous: .seconds(Int64.max))
      #expect(wait >= .zero && wait <= plain.max)
    }
  }

  @Test("TIM-19: attempts are counted anew after a value, as a back-off wants it")
  func sinceValue() throws {
    let scheduler = TestScheduler()
    let round = Counter()
    let backoff = Backoff.exponential(base: .seconds(1))
    let failures = Log<RetryAttempt>()
    let signal = Items.deferred {
      round.add() == 3 ? Items.just(1).append(.fail(.one)) : .fail(.one)
    }
    let log = scheduler.record(
      signal.retry(scheduler: scheduler) { _, attempt in
        failures.append(attempt)
        guard attempt.number < 5 else { return .fail }
        return .retry(after: backoff.delay(attempt: attempt.sinceValue))
      })
    try scheduler.run()
    #expect(failures.entries.map(\.number) == [1, 2, 3, 4, 5])
    #expect(failures.entries.map(\.sinceValue) == [1, 2, 1, 2, 3])
    #expect(log.events.map(\.at.offset).last == .seconds(1 + 2 + 1 + 2))
    #expect(log.failure == .one)
  }
}
