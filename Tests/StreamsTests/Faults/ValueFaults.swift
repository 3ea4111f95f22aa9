import Streams
import StreamsTesting
import Testing

/// The faults of other operators, looked for in those that gather, cut off and replace values.
@Suite("Faults, in operators that gather, cut off and replace")
struct ValueFaults {
  /// Each is satisfied by the value 3 and not before; none needs another value to know.
  private static let satisfiedByThree: [@Sendable (Items) -> Items] = [
    { $0.first { $0 == 3 } },
    { $0.contains(3).map { _ in 3 } },
    { $0.contains { $0 == 3 }.map { _ in 3 } },
    { $0.allSatisfy { $0 != 3 }.map { _ in 3 } },
    { $0.prefix { $0 != 3 }.filter { $0 == 3 }.append(.just(3)) },
    { source in
      source.materialize().map { $0 == .value(3) ? .finished : $0 }.dematerialize()
        .filter { $0 == 3 }.append(.just(3))
    },
  ]

  // MARK: - Counting and ending

  @Test("CMP-01: an operator ends with the value that satisfies it; its source is let go of then")
  func endsAtOnce() {
    for apply in Self.satisfiedByThree {
      let source = ManualSource()
      let log = Log<ItemEvent>()
      apply(source.signal).observe { log.append($0) }
      for number in 1...2 { source.send(.value(Item(number))) }
      #expect(log.entries == [])
      #expect(source.open == 1)
      source.send(.value(3))
      #expect(log.entries == [.value(3), .finished])
      #expect(source.open == 0 && source.teardowns == 1)
    }
  }

  @Test("CMP-10: chunks of every size and length are those of a loop", arguments: 1...6)
  func chunks(size: Int) {
    for length in 0...6 {
      let numbers = Array(0..<length)
      var whole: [[Int]] = []
      var rest: [Int] = []
      for number in numbers {
        rest.append(number)
        guard rest.count == size else { continue }
        whole.append(rest)
        rest = []
      }
      let source = Signal<Int, TestFailure>.sequence(numbers)
      let finished = Log<Event<[Int], TestFailure>>()
      source.collect(size).observe { finished.append($0) }
      #expect(finished.entries == (whole + (rest.isEmpty ? [] : [rest])).values + [.finished])
      let failed = Log<Event<[Int], TestFailure>>()
      source.append(.fail(.one)).collect(size).observe { failed.append($0) }
      #expect(failed.entries == whole.values + [.failure(.one)])
    }
  }

  @Test("CMP-14: a trigger that delivers while it starts keeps the signal from starting")
  func triggerDuringStart() {
    let source = ManualSource()
    let log = Log<ItemEvent>()
    source.signal.prefix(untilOutputFrom: Items.just(1).append(.fail(.one)))
      .observe { log.append($0) }
    #expect(log.entries == [.finished])
    #expect(source.starts == 0)
  }

  @Test("CMP-15: what is appended is not started for an operator that is satisfied before")
  func appendedAfter() {
    for apply in Self.satisfiedByThree {
      let starts = Counter()
      let log = Log<ItemEvent>()
      let second = Items.deferred {
        starts.add()
        return .just(4)
      }
      apply(Items.sequence([1, 2, 3]).append(second)).observe { log.append($0) }
      #expect(log.entries == [.value(3), .finished])
      #expect(starts.value == 0)
    }
  }

  @Test("CMP-17: an endless sequence is asked for no element beyond the one that satisfies")
  func askedOnce() {
    for apply in Self.satisfiedByThree {
      let calls = Counter()
      let log = Log<ItemEvent>()
      apply(.sequence(EndlessNumbers(calls: calls))).observe { log.append($0) }
      #expect(log.entries == [.value(3), .finished])
      #expect(calls.value == 3)
    }
  }

  // MARK: - Order

  @Test("ORD-02: a nested value sees the state that the first has already changed")
  func nestedState() {
    let subject = PassthroughSubject<Int, Never>()
    let chunks = Log<[Int]>()
    let dropped = Log<Int>()
    subject.signal.collect(2).observe(value: { chunk in
      chunks.append(chunk)
      if chunk == [1, 2] { for number in 3...4 { subject.send(number) } }
    })
    subject.signal.drop { $0 < 2 }.observe(value: { dropped.append($0) })
    subject.send(1)
    subject.send(2)
    #expect(chunks.entries == [[1, 2], [3, 4]])
    #expect(dropped.entries == [2, 3, 4])
  }

  @Test("ORD-03: operators fed from their own observer reach their end")
  func feedback() {
    let operators: [@Sendable (Signal<Int, Never>) -> Signal<Int, Never>] = [
      { $0.prefix { $0 < 103 } }, { source in source.prefix(untilOutputFrom: source.dropFirst(3)) },
      { source in source.map(Event<Int, Never>.value).prefix(3).dematerialize() },
    ]
    for apply in operators {
      let subject = PassthroughSubject<Int, Never>()
      let log = Log<Event<Int, Never>>()
      let sends = Counter()
      apply(subject.signal).observe { event in
        log.append(event)
        if case .value(let value) = event, sends.add() < 50 { subject.send(value + 1) }
      }
      subject.send(100)
      #expect(log.entries == [.value(100), .value(101), .value(102), .finished])
      #expect(subject.observerCount == 0)
    }
  }

  // MARK: - Memory

  @Test("MEM-03: a cancel reaches the source of every operator once, and nothing follows")
  func cancelReaches() {
    for row in OperatorTable.all {
      let scheduler = TestScheduler()
      let source = ManualSource()
      let log = Log<ItemEvent>()
      let subscription = row(source.signal, scheduler).observe { log.append($0) }
      let delivered = log.entries
      subscription.cancel()
      source.send(.value(1))
      source.send(.finished)
      scheduler.advance(by: .seconds(60))
      #expect(source.starts > 0 && source.teardowns == source.starts, "\(row)")
      #expect(log.entries == delivered, "\(row)")
    }
  }

  @Test("MEM-10: a trigger that never fires is torn down with its signal, and the other way round")
  func bothSides() {
    let (signal, trigger) = (ManualSource(), ManualSource())
    let cut = signal.signal.prefix(untilOutputFrom: trigger.signal)
    let subscription = cut.observe()
    trigger.send(.finished)
    #expect(signal.open == 1)
    subscription.cancel()
    #expect(signal.open + trigger.open == 0)
    for end: ItemEvent in [.finished, .failure(.one)] {
      cut.observe()
      #expect(trigger.open == 1)
      signal.send(end)
      #expect(trigger.open == 0)
    }
    cut.observe()
    trigger.send(.value(1))
    #expect(signal.open + trigger.open == 0)
  }

  @Test("MEM-15: a chunk takes the memory of what is in it, not of its size")
  func chunkCapacity() {
    let capacities = Log<Int>()
    Signal<Int, Never>.just(1).collect(999_999_999)
      .observe(value: { capacities.append($0.capacity) })
    #expect(capacities.entries.allSatisfy { $0 <= 64 } && capacities.entries.count == 1)
  }

  @Test("MEM-18: many short pipelines leave nothing behind")
  func manyPipelines() {
    let census = Census()
    let operators = OperatorTable.values
    for number in 0..<2_000 {
      let observer = census.canary("observer")
      let value = Item(number, census.canary("value"))
      operators[number % operators.count](.just(value)).observe { _ in _ = observer }
    }
    #expect(census.alive == [])
  }

  // MARK: - Deadlocks

  @Test("DLK-03: a trigger, and a signal, that wait for another thread while they are started")
  func joinInStart() {
    let joining = Items { emitter in
      concurrently([{ emitter.send(1) }])
      emitter.finish()
    }
    for (signal, numbers) in [
      (joining.prefix(untilOutputFrom: joining), []),
      (joining.prefix(untilOutputFrom: Items.never()), [1]),
    ] {
      let log = Log<ItemEvent>()
      let returned = concurrently(seconds: 10, [{ signal.observe { log.append($0) } }])
      #expect(returned)
      #expect(log.numbers == numbers)
      #expect(log.ends == [.finished])
    }
  }

  @Test("DLK-08: flatMapLatest under operators that end early")
  func latest() {
    for apply in Self.satisfiedByThree {
      let log = Log<ItemEvent>()
      let inner = Items.just(1).flatMapLatest { _ in Items.just(3) }
      let returned = concurrently(seconds: 10, [{ apply(inner).observe { log.append($0) } }])
      #expect(returned)
      #expect(log.entries == [.value(3), .finished])
    }
  }

  @Test("DLK-09: a gathered value whose deinit ends, or cancels, the signal it came through")
  func deinitEnds() {
    for row in GatheringLaws.rows {
      for way in 0..<3 {
        let subject = PassthroughSubject<Item, TestFailure>()
        let scope = Subscription()
        let log = Log<ItemEvent>()
        row(subject.signal).observe(in: scope) { log.append($0) }
        let returned = concurrently(
          seconds: 10,
          [
            {
              for number in 1...3 {
                let canary = Canary {
                  subject.finish()
                  scope.cancel()
                }
                subject.send(Item(number, canary))
              }
              if way == 0 { scope.cancel() }
              subject.send(way == 1 ? .failure(.one) : .finished)
            }
          ])
        #expect(returned)
        #expect(log.entries.followGrammar && log.ends.count <= 1)
      }
    }
  }

  @Test("DLK-14: an endless retry is stopped by operators that end early")
  func endless() {
    for apply in Self.satisfiedByThree {
      let starts = Counter()
      let failing = Items.deferred { Items.just(Item(starts.add())).append(.fail(.one)) }
      let log = Log<ItemEvent>()
      apply(failing.retry(.max)).observe { log.append($0) }
      #expect(log.entries == [.value(3), .finished])
      #expect(starts.value == 3)
    }
  }

  // MARK: - Threads and stack

  @Test("RACE-11, its sibling: a trigger that meets values and the end: one end, nothing after it")
  func triggerRace() {
    for _ in 0..<300 {
      let (source, trigger) = (
        PassthroughSubject<Int, Never>(), PassthroughSubject<Int, TestFailure>()
      )
      let log = Log<Event<Int, Never>>()
      let overlap = OverlapDetector()
      source.signal.prefix(untilOutputFrom: trigger.signal).observe { event in
        overlap.run { log.append(event) }
      }
      let returned = concurrently(
        {
          for number in 0..<20 { source.send(number) }
          source.finish()
        },
        { trigger.send(1) })
      #expect(returned)
      #expect(overlap.count == 0)
      let values = log.entries.dropLast()
      #expect(Array(values) == (0..<values.count).map { .value($0) })
      #expect(log.entries.last == .finished)
      #expect(source.observerCount + trigger.observerCount == 0)
    }
  }

  @Test("PERF-06: they stand on each other 10,000 deep and are released on a small stack")
  func longChain() {
    onSmallStack {
      let other = Signal<Int, Never>.just(1)
      var chain = other
      for _ in 0..<1_000 {
        chain = chain.prefix(untilOutputFrom: chain).prefix { $0 > 0 }.drop { $0 < 0 }
        chain = chain.collect(2).map { $0.count }.reduce(0) { $0 + $1 }
        chain = other.prefix(untilOutputFrom: chain).first { $0 > 0 }.last().max().replaceEmpty(
          with: 1)
        chain = chain.materialize().dematerialize().ignoreOutput().append(chain).ignoreFailure()
      }
    }
  }
}

/// 1, 2, 3 and so on; counts how often it is asked.
private struct EndlessNumbers: Sequence, Sendable {
  let calls: Counter

  func makeIterator() -> AnyIterator<Item> {
    var number = 0
    return AnyIterator {
      calls.add()
      number += 1
      return Item(number)
    }
  }
}

extension [[Int]] {
  fileprivate var values: [Event<[Int], TestFailure>] { map { .value($0) } }
}
