import Streams
import StreamsTesting
import Testing

@Suite("Faults of order")
struct OrderFaults {
  @Test("ORD-02: a nested value sees the state that the first has already changed")
  func nestedState() {
    let subject = PassthroughSubject<Int, Never>()
    let sums = Log<Int>()
    let pairs = Log<[Int]>()
    subject.signal.scan(0, +).observe(value: { sum in
      sums.append(sum)
      if sum == 1 { subject.send(2) }
    })
    subject.signal.scan([0, 0]) { [$0[1], $1] }.observe(value: { pairs.append($0) })
    subject.send(1)
    #expect(sums.entries == [1, 3])
    #expect(pairs.entries == [[0, 1], [1, 2]])
  }

  @Test("ORD-02, its sibling: removeDuplicates compares a nested value with the right one")
  func nestedDuplicates() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Log<Int>()
    subject.signal.removeDuplicates().observe(value: { value in
      log.append(value)
      if value < 3 {
        subject.send(value)
        subject.send(value + 1)
      }
    })
    subject.send(1)
    #expect(log.entries == [1, 2, 3])
  }

  @Test("ORD-03: prefix fed from its own observer reaches its limit")
  func feedbackPrefix() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Log<Event<Int, Never>>()
    let sends = Counter()
    subject.signal.prefix(3).observe { event in
      log.append(event)
      if case .value(let value) = event, sends.add() < 50 { subject.send(value + 1) }
    }
    subject.send(100)
    #expect(log.entries == [.value(100), .value(101), .value(102), .finished])
    #expect(subject.observerCount == 0)
  }

  @Test("ORD-04: two observers, one of which sends, both record 1, 2")
  func twoObservers() {
    let shared = PassthroughSubject<Int, Never>()
    let sharedSignal = shared.signal.share()
    let subjects: [any Subject<Int, Never>] = [
      PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0),
      ReplaySubject<Int, Never>(), shared,
    ]
    for subject in subjects {
      let signal = subject === shared ? sharedSignal : subject.signal.filter { $0 > 0 }
      let first = Log<Int>()
      let second = Log<Int>()
      signal.observe(value: { value in
        first.append(value)
        if value == 1 { subject.send(2) }
      })
      signal.observe(value: { second.append($0) })
      subject.send(1)
      #expect(first.entries == [1, 2])
      #expect(second.entries == [1, 2])
    }
  }

  @Test("ORD-07: merge keeps the order of arrival, a thousand times")
  func mergeOrder() throws {
    for _ in 0..<1_000 {
      let scheduler = TestScheduler()
      let first = Self.timeline([(0, "a"), (1_000, "b"), (2_000, "c")], scheduler)
      let second = Self.timeline([(500, "d"), (1_500, "e")], scheduler)
      let logs = [
        merge(first, second), merge(second, first), merge([second, first]),
        Signal.sequence([second, first]).flatMap { $0 },
      ].map { scheduler.record($0) }
      try scheduler.run()
      for log in logs { #expect(log.values == ["a", "d", "b", "e", "c"]) }
    }
  }

  @Test("ORD-08: an inner signal that was replaced emits nothing")
  func replacedInner() throws {
    let scheduler = TestScheduler()
    let outer = Self.timeline([(1, 1), (2, 2), (3, 3)], scheduler)
    let log = scheduler.record(
      outer.flatMapLatest { value in
        Signal.just(value).append(
          Signal.just(value * 10).delay(for: .milliseconds(5), scheduler: scheduler))
      })
    try scheduler.run()
    #expect(log.values == [1, 2, 3, 30])
    #expect(log.isFinished)
  }

  @Test("ORD-08: a late value of an inner signal that ignores its cancel is dropped")
  func deafInner() {
    let outer = PassthroughSubject<Int, Never>()
    let inners = Log<Emitter<Int, Never>>()
    let log = Log<Int>()
    outer.signal
      .flatMapLatest { _ in Signal<Int, Never> { inners.append($0) } }
      .observe(value: { log.append($0) })
    outer.send(1)
    outer.send(2)
    inners.entries[0].send(10)
    inners.entries[1].send(20)
    #expect(log.entries == [20])
    inners.entries[1].finish()
  }

  /// Values at milliseconds, then the end.
  static func timeline<Value: Sendable>(
    _ values: [(Int, Value)], _ scheduler: TestScheduler
  ) -> Signal<Value, Never> {
    Signal { emitter in
      for (at, value) in values {
        scheduler.schedule(after: .milliseconds(at)) {
          emitter.send(value)
          if at == values.last?.0 { emitter.finish() }
        }
      }
    }
  }
}
