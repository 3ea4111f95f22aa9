import Streams
import StreamsTesting
import Testing

/// Counts, stack depths, and ratios of one thread's processor time, never times. PERF-01 and
/// PERF-02 are laws of the stack, see StackLaws.
@Suite("Faults of cost", .serialized)
struct PerformanceFaults {
  @Test("PERF-04: a list of 1,000 inputs, each of which sends, makes one array for each value")
  func wideList() {
    let subjects = (0..<1_000).map { _ in PassthroughSubject<Int, Never>() }
    let latest = Counter()
    let zipped = Counter()
    combineLatest(subjects.map(\.signal)).observe(value: { latest.add($0.count / 1_000) })
    zip(subjects.map(\.signal)).observe(value: { zipped.add($0.count / 1_000) })
    for _ in 0..<2 { for subject in subjects { subject.send(1) } }
    #expect(latest.value == 1_001)
    #expect(zipped.value == 2)
  }

  @Test("a ratio shows what costs the square")
  func square() {
    let ratio = growth(from: 300) { count in
      var sum = 0
      for first in 0..<count { for second in 0..<count { sum &+= first ^ second } }
      #expect(sum != 1)
    }
    #expect(ratio > 8)
  }

  @Test("PERF-04: setting up four times as many inputs costs less than eight times as much")
  func wideSetUp() {
    let joins: [(String, ([Signal<Int, Never>]) -> Signal<Int, Never>)] = [
      ("merge", { merge($0) }), ("zip", { zip($0).map(\.count) }),
      ("combineLatest", { combineLatest($0).map(\.count) }),
      ("flatMap", { Signal.sequence($0).flatMap { $0 } }),
    ]
    for (name, join) in joins {
      let ratio = growth(from: 1_000) { count in
        let subject = PassthroughSubject<Int, Never>()
        join((0..<count).map { _ in subject.signal }).observe().cancel()
      }
      #expect(ratio < 8, "\(name)")
    }
  }

  @Test("PERF-04: a value of one input of a combineLatest costs the same each time")
  func wideUpdates() {
    let subjects = (0..<200).map { _ in PassthroughSubject<Int, Never>() }
    combineLatest(subjects.map(\.signal)).observe()
    for subject in subjects { subject.send(0) }
    #expect(growth(from: 500) { for number in 0..<$0 { subjects[7].send(number) } } < 8)
  }

  @Test(
    "PERF-05: observers leave in any order; four times as many take less than eight times as long",
    arguments: LeavingOrder.allCases, Crowd.allCases)
  fileprivate func leaving(order: LeavingOrder, crowd: Crowd) {
    // Quadratic cost is sixteen times as much in every round, so one good round of some is proof.
    let ratios = (0..<6).lazy.map { _ in
      crowd.leave(40_000, order) / crowd.leave(10_000, order)
    }
    #expect(ratios.contains { $0 < 8 })
  }

  /// A value passes through one handler for each operator, so how long a chain of other operators
  /// than append and catch may be is a matter of the stack.
  @Test("PERF-06: a chain of 1,000 maps is run, one of 100,000 is released on a small stack")
  func longChain() {
    onUsualStack {
      var chain = Signal<Int, Never>.just(0)
      for _ in 0..<1_000 { chain = chain.map { $0 + 1 } }
      let last = Box<Int>()
      chain.observe(value: { last.put($0) })
      #expect(last.value == 1_000)
    }
    onSmallStack {
      var chain = Signal<Int, Never>.just(0)
      for _ in 0..<100_000 { chain = chain.map { $0 + 1 } }
    }
  }

  @Test("PERF-06: operators of every form stand on each other 20,000 deep and are released")
  func longChainOfAll() {
    onSmallStack {
      let scheduler = TestScheduler()
      let other = Signal<Int, Never>.just(1)
      var chain = other
      for _ in 0..<2_000 {
        chain = chain.prefix(3).append(other).removeDuplicates()
        chain = zip(other, chain).map { $0 + $1 }
        chain = merge(chain, other, combineLatest([chain.share(), other]).map { $0[0] })
        chain = chain.flatMapLatest { .just($0) }.delay(for: .seconds(1), scheduler: scheduler)
        chain = race(chain.withLatestFrom(other).map(\.0), other.withLatestFrom(chain).map(\.1))
        chain = concat([other, chain.prepend(1).flatMapFirst { .just($0) }, other])
        chain = chain.map { .just($0) }.switchToLatest()
      }
    }
  }

  enum Way: CaseIterable { case cancelled, dropped, finished }

  @Test(
    "PERF-06: 10,000 nested flatMapLatest, cancelled, let go of or finished",
    arguments: Way.allCases)
  func nested(way: Way) {
    onSmallStack {
      let scheduler = TestScheduler()
      nest(way, scheduler) { left, next in
        Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .flatMapLatest { next($0 - 1) }
      }
    }
  }

  @Test(
    "PERF-06: 10,000 nested flatMapFirst, switchToLatest and unfold", arguments: Way.allCases)
  func nestedChoices(way: Way) {
    onSmallStack {
      let scheduler = TestScheduler()
      nest(way, scheduler) { left, next in
        Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .flatMapFirst { next($0 - 1) }
      }
      nest(way, scheduler) { left, next in
        Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .map { next($0 - 1) }.switchToLatest()
      }
      nest(way, scheduler) { left, next in
        Signal.unfold(from: 0) { (step: Int) -> Signal<(Int, Int?), Never> in
          guard step > 0 else {
            return Signal.just((left, 1)).delay(for: .seconds(1), scheduler: scheduler)
          }
          // A value that went all the way up would pass through a handler for each level.
          return next(left - 1).filter { _ in false }.map { ($0, nil) }
        }
      }
    }
  }

  @Test("PERF-06: 10,000 nested flatMap, catch and concatMap", arguments: Way.allCases)
  func nestedOthers(way: Way) {
    onSmallStack {
      let scheduler = TestScheduler()
      nest(way, scheduler) { left, next in
        Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .flatMap { next($0 - 1) }
      }
      nest(way, scheduler) { left, next in
        Signal<Int, TestFailure>.fail(.one).delay(for: .seconds(1), scheduler: scheduler)
          .catch { _ in next(left - 1) }
      }
      nest(way, scheduler) { left, next in
        Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .concatMap { next($0 - 1) }
      }
    }
  }

  @Test(
    "PERF-06: 10,000 shares, each inside the one before, cancelled or let go of",
    arguments: Way.allCases, [ShareScope.whileObserved, .forever])
  func nestedShares(way: Way, scope: ShareScope) {
    onSmallStack {
      let scheduler = TestScheduler()
      nest(way, scheduler) { left, next in
        Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .flatMapLatest { next($0 - 1).share(replay: 0, scope: scope) }
      }
    }
  }

  @Test(
    "PERF-06: 2,000 shares on each other, started with a large stack, cancelled with a small one",
    arguments: [ShareScope.whileObserved, .forever])
  func sharesOnEachOther(scope: ShareScope) {
    let subject = PassthroughSubject<Int, Never>()
    let signal = Box<Signal<Int, Never>>()
    let subscription = Box<Streams.Subscription>()
    onUsualStack {
      var chain = subject.signal
      for _ in 0..<2_000 { chain = chain.share(replay: 0, scope: scope) }
      signal.put(chain)
      subscription.put(chain.observe())
    }
    #expect(subject.observerCount == 1)
    onSmallStack {
      signal.take()
      subscription.value?.cancel()
      #expect(subject.observerCount == 0)
      subscription.take()
    }
  }

  private func nest(
    _ way: Way, _ scheduler: TestScheduler,
    _ level:
      @escaping @Sendable (Int, @escaping @Sendable (Int) -> Signal<Int, Never>)
      -> Signal<Int, Never>
  ) {
    let subject = Box(PassthroughSubject<Int, Never>())
    let last = subject.value?.signal ?? .never()
    let canary = Counter()
    @Sendable func make(_ left: Int) -> Signal<Int, Never> {
      left > 0 ? level(left, make) : last
    }
    func start() -> Subscription {
      let alive = Canary { canary.add() }
      return make(10_000).observe(finished: { _ = alive })
    }
    let subscription = start()
    scheduler.advance(by: .seconds(20_000))
    #expect(scheduler.pending.isEmpty)
    #expect(canary.value == 0)
    switch way {
    case .cancelled: subscription.cancel()
    case .dropped: subject.take()
    case .finished: subject.value?.finish()
    }
    #expect(canary.value == 1)
  }

  private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    #expect(concurrently(stack: 512 << 10, [body]))
  }

  private func onUsualStack(_ body: @escaping @Sendable () -> Void) {
    #expect(concurrently(stack: 8 << 20, [body]))
  }

  @Test("PERF-05: 10,000 observers leave with their bag")
  func leavingBag() {
    let subject = PassthroughSubject<Int, Never>()
    let bag = SubscriptionBag()
    for _ in 0..<10_000 { subject.signal.observe().store(in: bag) }
    bag.cancel()
    #expect(subject.observerCount == 0)
  }

  @Test("PERF-08: the async bridge needs no job for each value, one way or the other")
  func bridge() async {
    let executor = CountingExecutor()
    let count = 20_000
    let sum = await Task(executorPreference: executor) {
      var sum = 0
      for await number in Signal<Int, Never>.sequence(1...count).values { sum += number }
      let back = Signal(async: { () async throws(Never) -> Int in count }, executor: executor)
      for await number in back.flatMap({ .sequence(1...$0) }).values { sum += number }
      return sum
    }.value
    #expect(sum == count * (count + 1))
    #expect(executor.jobs.value < 100)
  }
}

/// Runs jobs on a queue of its own and counts them.
private final class CountingExecutor: TaskExecutor {
  let jobs = Counter()
  private let scheduler = DispatchScheduler(label: "counting")

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add()
    let job = UnownedJob(job)
    scheduler.schedule { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private enum LeavingOrder: CaseIterable {
  case insertion, reverse, random

  func callAsFunction(_ subscriptions: [Subscription]) -> [Subscription] {
    var generator = SeededGenerator(seed: 1)
    return switch self {
    case .insertion: subscriptions
    case .reverse: subscriptions.reversed()
    case .random: subscriptions.shuffled(using: &generator)
    }
  }
}

/// Whom many observe.
private enum Crowd: CaseIterable {
  case subject, shared, replaying, bag

  /// How long it takes until all of `count` observers have left, one after another.
  func leave(_ count: Int, _ order: LeavingOrder) -> Double {
    let subject = PassthroughSubject<Int, Never>()
    let signal =
      switch self {
      case .subject, .bag: subject.signal
      case .shared: subject.signal.share()
      case .replaying: subject.signal.share(replay: 1)
      }
    let bag = SubscriptionBag()
    let subscriptions = (0..<count).map { _ in
      let subscription = signal.observe()
      if self == .bag { subscription.store(in: bag) }
      return subscription
    }
    let leaving = order(subscriptions)
    let time = processorSeconds {
      for subscription in leaving { subscription.cancel() }
    }
    #expect(subject.observerCount == 0)
    return time
  }
}
