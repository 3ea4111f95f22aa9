import Streams
import StreamsTesting
import Testing

@Suite("Faults of completion and of counting")
struct CompletionFaults {
  @Test("CMP-01: prefix(2) ends with the second value, not with a third")
  func prefixEnds() {
    let source = ManualSource()
    let log = Log<ItemEvent>()
    source.signal.prefix(2).observe { log.append($0) }
    source.send(.value(1))
    source.send(.value(2))
    #expect(log.entries == [.value(1), .value(2), .finished])
    #expect(source.open == 0 && source.teardowns == 1)
  }

  @Test("CMP-01: prefix(0) finishes without starting its source", arguments: [0, -1, Int.min])
  func prefixZero(count: Int) {
    let source = ManualSource()
    let log = Log<ItemEvent>()
    source.signal.prefix(count).observe { log.append($0) }
    #expect(log.entries == [.finished])
    #expect(source.starts == 0)
  }

  @Test("CMP-02: merge, zip and combineLatest of an empty list finish at once")
  func emptyLists() {
    let none: [Items] = []
    for signal in [merge(none), zip(none).map { _ in 1 }, combineLatest(none).map { _ in 1 }] {
      let log = Log<ItemEvent>()
      signal.observe { log.append($0) }
      #expect(log.entries == [.finished])
    }
  }

  @Test("CMP-09: an empty range finishes, a range of one has one, the ends of Int are no trap")
  func ranges() {
    func numbers(_ range: Range<Int>) -> [Int] {
      let log = Log<Int>()
      Signal<Int, Never>.sequence(range).observe(value: { log.append($0) })
      return log.entries
    }
    #expect(numbers(0..<0) == [])
    #expect(numbers(5..<6) == [5])
    #expect(numbers(Int.min..<Int.min) == [])
    #expect(numbers(Int.max - 1..<Int.max) == [Int.max - 1])
  }

  @Test("CMP-11: flatMapLatest waits for its inner signal when the outer has finished")
  func outerFinishes() throws {
    let scheduler = TestScheduler()
    let log = scheduler.record(
      Signal<Int, Never>.just(1)
        .flatMapLatest { _ in Signal.just(4).delay(for: .seconds(2), scheduler: scheduler) })
    try scheduler.run()
    #expect(log.events.map(\.event) == [.value(4), .finished])
    #expect(log.events.map(\.at.offset) == [.seconds(2), .seconds(2)])
    let empty = scheduler.record(Signal<Int, Never>.empty().flatMapLatest { Signal.just($0) })
    #expect(empty.isFinished)
  }

  @Test("CMP-12: the end of an inner signal is silent while the outer is open")
  func innerFinishes() {
    let all: [@Sendable (Signal<Int, Never>) -> Signal<Int, Never>] = [
      { $0.flatMapLatest { .just($0) } }, { $0.flatMap { .just($0) } },
      { $0.concatMap { .just($0) } }, { $0.flatMap(maxConcurrent: 2) { .just($0) } },
    ]
    for apply in all {
      let outer = PassthroughSubject<Int, Never>()
      let log = Log<Event<Int, Never>>()
      apply(outer.signal).observe { log.append($0) }
      outer.send(1)
      outer.send(2)
      #expect(log.entries == [.value(1), .value(2)])
      outer.finish()
      #expect(log.entries == [.value(1), .value(2), .finished])
    }
  }

  @Test("CMP-13: what a round of a retry, or of a signal that appends itself, knows ends with it")
  func rounds() throws {
    let scheduler = TestScheduler()
    let round = Counter()
    let signal = Items.deferred {
      let number = round.add()
      let value = Items.just(Item(number)).delay(for: .seconds(1), scheduler: scheduler)
      return number < 3 ? value.append(.fail(.one)) : value
    }
    let retried = scheduler.record(
      signal.retry(scheduler: scheduler) { _, attempt in
        attempt.sinceValue == 1 ? .retry(after: .seconds(1)) : .fail
      })
    try scheduler.run()
    #expect(retried.values == [1, 2, 3])
    #expect(retried.events.map(\.at.offset) == [1, 3, 5, 5].map { .seconds($0) })
    #expect(retried.isFinished)

    @Sendable func polled(_ left: Int) -> Signal<Int, Never> {
      let value = Signal.just(left).delay(for: .seconds(1), scheduler: scheduler)
      return left == 1 ? value : value.append(.deferred { polled(left - 1) })
    }
    let polls = scheduler.record(polled(3))
    try scheduler.run()
    #expect(polls.values == [3, 2, 1])
    #expect(polls.isFinished)
  }

  @Test("CMP-14: after a failure during the start, what follows in a chain is not started")
  func failsDuringStart() {
    let starts = Counter()
    let counted = Items.deferred {
      starts.add()
      return .never()
    }
    let failing = Items.fail(.one)
    let list = Items.sequence([0, 1, 2])
    let signals: [Items] = [
      failing.append(counted), Items.empty().append(failing).append(counted),
      list.flatMap { $0 == 0 ? failing : counted },
      list.flatMap(maxConcurrent: 2) { $0 == 0 ? failing : counted },
      list.concatMap { $0 == 0 ? failing : counted },
      list.flatMapLatest { $0 == 0 ? failing : counted },
      failing.flatMap { _ in counted }, zip(failing.share(), counted).map(\.0),
    ]
    for signal in signals {
      let log = Log<ItemEvent>()
      signal.observe { log.append($0) }
      #expect(log.entries == [.failure(.one)])
    }
    #expect(starts.value == 0)
  }

  @Test("CMP-15: what a limit below has ended starts nothing more")
  func appendPrefix() {
    let starts = Counter()
    let counted = Items.deferred {
      starts.add()
      return .just(2)
    }
    let one = Items.just(1)
    let list = Items.sequence([0, 1])
    let signals: [Items] = [
      one.append(counted), merge(one, counted), merge([one, counted]), merge(one, counted, counted),
      one.append(.fail(.one)).catch { _ in counted }, one.append(counted).append(counted),
      list.flatMap { $0 == 0 ? one : counted }, list.concatMap { $0 == 0 ? one : counted },
      list.flatMapLatest { $0 == 0 ? one : counted }, zip(one, one).map(\.0).append(counted),
    ]
    for signal in signals {
      for limited in [signal.prefix(1), signal.first(), signal.share().prefix(1)] {
        let log = Log<ItemEvent>()
        limited.observe { log.append($0) }
        #expect(log.entries == [.value(1), .finished])
      }
    }
    #expect(starts.value == 0)
  }

  @Test("CMP-16: after its end a subject takes nothing, sent or assigned; a late observer hears it")
  func endedSubject() {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let current = CurrentValueSubject<Item, TestFailure>(1)
      let replay = ReplaySubject<Item, TestFailure>(1)
      let passing = PassthroughSubject<Item, TestFailure>()
      replay.send(1)
      let subjects: [(any Subject<Item, TestFailure>, [ItemEvent])] = [
        (current, [end]), (replay, [.value(1), end]), (passing, [end]),
      ]
      for (subject, late) in subjects {
        let log = Log<ItemEvent>()
        subject.signal.observe { log.append($0) }
        subject.send(end)
        let heard = log.entries
        subject.send(42)
        current.value = 42
        subject.send(.finished)
        subject.send(.failure(.two))
        #expect(log.entries == heard)
        #expect(heard.last == end)
        let lateLog = Log<ItemEvent>()
        subject.signal.observe { lateLog.append($0) }
        #expect(lateLog.entries == late)
      }
      #expect(current.value == 1)
    }
  }

  @Test("CMP-17: a sequence is asked once for each element and once for the end")
  func iterator() {
    let calls = Counter()
    let counted = CountedSequence(calls: calls)
    Signal<Int, Never>.sequence(counted).observe()
    #expect(calls.value == 6)
    Signal<Int, Never>.sequence(counted).prefix(2).observe()
    #expect(calls.value <= 9)
  }

  @Test("CMP-22: share connects again, five rounds")
  func shareAgain() {
    let source = ManualSource()
    let shared = source.signal.share()
    for round in 1...5 {
      let log = Log<ItemEvent>()
      let subscription = shared.observe { log.append($0) }
      let other = shared.observe()
      #expect(source.starts == round && source.open == 1)
      source.send(.value(1))
      other.cancel()
      #expect(source.open == 1)
      subscription.cancel()
      #expect(source.open == 0)
      #expect(log.entries == [.value(1)])
    }
  }

  @Test("CMP-22: share of a source that can only be silent is cancelled with its last observer")
  func shareOfNever() {
    let starts = Counter()
    let cancels = Counter()
    let shared = Items.never()
      .handleEvents(onStart: { starts.add() }, onCancel: { cancels.add() })
      .share()
    let first = shared.observe()
    let second = shared.observe()
    first.cancel()
    #expect(cancels.value == 0)
    second.cancel()
    #expect(starts.value == 1)
    #expect(cancels.value == 1)
  }

  @Test("CMP-23: combineLatest delivers at every value of either side")
  func eitherSide() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let log = Log<[Int]>()
    combineLatest(first.signal, second.signal).observe(value: { log.append([$0.0, $0.1]) })
    first.send(10)
    second.send(1)
    first.send(20)
    first.send(30)
    second.send(2)
    #expect(log.entries == [[10, 1], [20, 1], [30, 1], [30, 2]])
  }

  @Test("CMP-23: combineLatest and zip agree with a model, whatever the order")
  func models() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      let latest = Log<[Int]>()
      let zipped = Log<[Int]>()
      combineLatest(subjects.map(\.signal)).observe(value: { latest.append($0) })
      zip(subjects.map(\.signal)).observe(value: { zipped.append($0) })
      var last: [Int?] = [nil, nil, nil]
      var queues: [[Int]] = [[], [], []]
      var expectedLatest: [[Int]] = []
      for number in 0..<20 {
        let side = Int(generator.next() % 3)
        subjects[side].send(number)
        last[side] = number
        queues[side].append(number)
        let all = last.compactMap { $0 }
        if all.count == 3 { expectedLatest.append(all) }
      }
      let tuples = (0..<(queues.map(\.count).min() ?? 0)).map { index in queues.map { $0[index] } }
      #expect(latest.entries == expectedLatest)
      #expect(zipped.entries == tuples)
    }
  }
}

private struct CountedSequence: Sequence, Sendable {
  let calls: Counter

  func makeIterator() -> AnyIterator<Int> {
    var left = 5
    return AnyIterator {
      calls.add()
      left -= 1
      return left >= 0 ? left : nil
    }
  }
}
