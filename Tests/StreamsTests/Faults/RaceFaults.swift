import Streams
import StreamsTesting
import Testing

@Suite("Faults of races")
struct RaceFaults {
  @Test("RACE-01 and RACE-02: two threads that observe one shared signal start it once")
  func shareGated() {
    let starts = Counter()
    let inside = Gate()
    let open = Gate()
    let kept = Box<Emitter<Item, TestFailure>>()
    let shared = Items { emitter in
      starts.add()
      kept.put(emitter)
      inside.open()
      open.wait()
    }.share()
    let count = Counter()
    let returned = concurrently(
      { shared.observe(value: { _ in count.add() }) },
      {
        inside.wait()
        shared.observe(value: { _ in count.add() })
        open.open()
      })
    #expect(returned)
    kept.value?.send(1)
    #expect(starts.value == 1)
    #expect(count.value == 2)
    kept.value?.finish()
  }

  @Test("RACE-01 and RACE-02: many threads at once start a shared signal once, and all hear it")
  func shareRace() {
    for _ in 0..<Rounds.races(30, 200) {
      let source = ManualSource()
      let shared = source.signal.share()
      let count = Counter()
      concurrently((0..<32).map { _ in { shared.observe(value: { _ in count.add() }) } })
      source.send(.value(1))
      #expect(source.starts == 1)
      #expect(count.value == 32)
      source.send(.finished)
    }
  }

  @Test("RACE-05: what is added to a scope while it is cancelled is cancelled once")
  func addWhileCancelling() {
    for _ in 0..<Rounds.races(500) {
      let scope = Subscription()
      let bag = SubscriptionBag()
      let calls = Counter()
      concurrently(
        {
          scope.child().onCancel { calls.add() }
          scope.onCancel { calls.add() }
          let stored = Subscription()
          stored.onCancel { calls.add() }
          stored.store(in: bag)
        },
        {
          scope.cancel()
          bag.cancel()
        })
      #expect(calls.value == 3)
    }
  }

  @Test("RACE-06: a cancel from inside a cancel, three times, and from two threads")
  func cancelTwice() {
    let calls = Counter()
    let subscription = Subscription()
    subscription.onCancel {
      calls.add()
      subscription.cancel()
    }
    for _ in 0..<3 { subscription.cancel() }
    #expect(calls.value == 1)
    for _ in 0..<Rounds.races(500) {
      let raced = Subscription()
      let count = Counter()
      raced.onCancel { count.add() }
      concurrently({ raced.cancel() }, { raced.cancel() })
      #expect(count.value == 1)
    }
  }

  @Test("RACE-06: a pending action is cancelled from its own action, three times, from two threads")
  func cancelTimer() {
    let schedulers: [any Scheduler] = [
      TestScheduler(), ImmediateScheduler(), DispatchScheduler(label: "race"),
    ]
    for scheduler in schedulers {
      let calls = Counter()
      let kept = Box<any SchedulerTimer>()
      let timer = scheduler.timer { _ in
        calls.add()
        kept.value?.cancel()
        kept.value?.set(at: .zero)
      }
      kept.put(timer)
      let isWaiting = scheduler is TestScheduler
      timer.set(at: .zero)
      if isWaiting { (scheduler as? TestScheduler)?.advance(by: .seconds(1)) }
      let drained = Gate()
      scheduler.schedule { drained.open() }
      (scheduler as? TestScheduler)?.advance(by: .seconds(1))
      #expect(drained.wait())
      #expect(calls.value == 1)
      for _ in 0..<3 { timer.cancel() }
      concurrently({ timer.cancel() }, { timer.cancel() })
      kept.take()
      let never = scheduler.schedule(after: .seconds(3600)) { calls.add() }
      if scheduler is ImmediateScheduler { continue }
      concurrently({ never.cancel() }, { never.cancel() })
      #expect(calls.value == 1)
    }
  }

  @Test("RACE-07: a start and a cancel that meet; nothing after the cancel has returned")
  func startAndCancel() {
    let scope = Subscription()
    scope.onCancel {}
    let log = Log<ItemEvent>()
    Items.just(1)
      .handleEvents(onStart: { scope.cancel() })
      .observe(in: scope) { log.append($0) }
    #expect(log.entries == [])
    for _ in 0..<Rounds.races(300) {
      let raced = Subscription()
      let late = Counter()
      let isCancelled = Box<Bool>()
      concurrently(
        { Items.just(1).observe(in: raced) { _ in if isCancelled.value == true { late.add() } } },
        {
          raced.cancel()
          isCancelled.put(true)
        })
      // At most the event that is in hand.
      #expect(late.value <= 1)
    }
  }

  @Test("RACE-08: a timer whose action runs on another thread before the call that sets it returns")
  func eagerScheduler() {
    let scheduler = EagerScheduler()
    for _ in 0..<Rounds.races(50, 1_000) {
      let log = Log<ItemEvent>()
      Items.fail(.one)
        .retry(scheduler: scheduler) { _, attempt in
          attempt.number < 4 ? .retry(after: .seconds(1)) : .fail
        }
        .delay(for: .seconds(1), scheduler: scheduler)
        .receive(on: scheduler)
        .observe { log.append($0) }
      #expect(log.entries == [.failure(.one)])

      let values = Log<ItemEvent>()
      Items.just(1).append(.never()).debounce(for: .seconds(1), scheduler: scheduler)
        .timeout(.seconds(1), scheduler: scheduler, failure: .two)
        .observe { values.append($0) }
      #expect(values.entries.followGrammar)
      #expect(values.ends == [.failure(.two)])

      let ticks = Log<Int>()
      Signal.timer(every: .seconds(1), scheduler: scheduler).prefix(3)
        .observe(value: { ticks.append($0) })
      #expect(ticks.entries == [0, 1, 2])
    }
  }

  @Test("RACE-10: who observes a current value while it is set sees the last one last")
  func currentValue() {
    for _ in 0..<Rounds.races(300) {
      let subject = CurrentValueSubject<Int, Never>(0)
      let log = Log<Int>()
      concurrently(
        { for number in 1...20 { subject.value = number } },
        { subject.signal.observe(value: { log.append($0) }) })
      #expect(log.entries.last == 20)
      #expect(log.entries == log.entries.sorted())
    }
    let subject = CurrentValueSubject<Int, Never>(0)
    let inner = Log<Int>()
    subject.signal.observe(value: { value in
      if value == 1 {
        subject.signal.observe(value: { inner.append($0) })
        subject.value = 2
      }
    })
    subject.value = 1
    #expect(inner.entries == [1, 2])
  }

  @Test("RACE-11: eight threads send; nothing overlaps and nothing is lost; SerialLaws gates two")
  func eightThreads() {
    let count = Rounds.races(1_000)
    let passing = PassthroughSubject<Int, Never>()
    let subjects: [any Subject<Int, Never>] = [
      passing, CurrentValueSubject<Int, Never>(-1), ReplaySubject<Int, Never>(1),
    ]
    for subject in subjects {
      let overlap = OverlapDetector()
      let values = Counter()
      subject.signal.filter { $0 >= 0 }.observe(value: { _ in overlap.run { values.add() } })
      concurrently((0..<8).map { _ in { for number in 0..<count { subject.send(number) } } })
      #expect(overlap.count == 0)
      #expect(values.value == 8 * count)
    }
  }
}

/// Runs every action on another thread and waits for it before the call returns.
private struct EagerScheduler: Scheduler {
  var now: Instant { .zero }

  func schedule(_ action: @escaping @Sendable () -> Void) { concurrently([action]) }

  func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    Timer(action: action)
  }

  private final class Timer: SchedulerTimer {
    let action: @Sendable (Instant) -> Void

    init(action: @escaping @Sendable (Instant) -> Void) {
      self.action = action
    }

    func set(at instant: Instant) { concurrently([{ [action] in action(instant) }]) }
    func cancel() {}
  }
}
