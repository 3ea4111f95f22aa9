import Streams
import StreamsTesting
import Testing

/// Counts and stack depths, never times. PERF-01 and PERF-02 are laws of the stack, see StackLaws.
@Suite("Faults of cost")
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

  @Test("PERF-05: 10,000 observers leave in any order", arguments: [0, 1, 2])
  func leaving(order: Int) {
    let subject = PassthroughSubject<Int, Never>()
    var subscriptions = (0..<10_000).map { _ in subject.signal.observe() }
    var generator = SeededGenerator(state: 1)
    if order == 1 { subscriptions.reverse() }
    if order == 2 { subscriptions.shuffle(using: &generator) }
    for subscription in subscriptions { subscription.cancel() }
    #expect(subject.observerCount == 0)
    let bag = SubscriptionBag()
    for _ in 0..<10_000 { subject.signal.observe().store(in: bag) }
    bag.cancel()
    #expect(subject.observerCount == 0)
  }

  @Test("PERF-06: a chain of 500 maps is run and released on a small stack")
  func longChain() {
    onSmallStack {
      var chain = Signal<Int, Never>.just(0)
      for _ in 0..<500 { chain = chain.map { $0 + 1 } }
      let last = Box<Int>()
      chain.observe(value: { last.put($0) })
      #expect(last.value == 500)
    }
  }

  /// Each level holds the handler of the one above, so what a cancel releases is released level by
  /// level on the stack: 300 levels fit into 512 KiB in a debug build, 1,500 do not.
  @Test("PERF-06: nested flatMapLatest, cancelled and let go of", arguments: [true, false])
  func nested(isCancelled: Bool) {
    onSmallStack {
      let scheduler = TestScheduler()
      @Sendable func level(_ left: Int) -> Signal<Int, Never> {
        guard left > 0 else { return .never() }
        return Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
          .flatMapLatest { level($0 - 1) }
      }
      let subscription = level(300).observe()
      scheduler.advance(by: .seconds(200))
      #expect(!scheduler.pending.isEmpty)
      if isCancelled { subscription.cancel() }
      if !isCancelled { scheduler.advance(by: .seconds(200)) }
      #expect(scheduler.pending.isEmpty)
    }
  }

  @Test("PERF-08: the async bridge has one task for each waiting next, not one for each value")
  func bridge() async {
    let count = 20_000
    var sum = 0
    for await number in Signal<Int, Never>.sequence(1...count).values { sum += number }
    #expect(sum == count * (count + 1) / 2)
  }
}
