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

  @Test("CMP-05: an empty input ends combineLatest, whichever side acts first, in every position")
  func emptyInput() {
    for emptyFirst in [true, false] {
      for position in 0..<3 {
        let first = ManualSource()
        let second = ManualSource()
        let log = Log<ItemEvent>()
        let signals = (0..<3).map { $0 == position ? first.signal : second.signal }
        combineLatest(signals[0], signals[1], signals[2]).map(\.0).observe { log.append($0) }
        let list = Log<ItemEvent>()
        combineLatest(signals).map { $0[0] }.observe { list.append($0) }
        if emptyFirst { first.send(.finished) }
        second.send(.value(1))
        first.send(.finished)
        #expect(log.entries == [.finished])
        #expect(list.entries == [.finished])
        #expect(second.open == 0)
      }
    }
  }

  @Test("CMP-07: zip finishes when no further tuple is possible, in every position")
  func zipEnds() {
    for position in 0..<3 {
      let short = ManualSource()
      let long = ManualSource()
      let signals = (0..<3).map { $0 == position ? short.signal : long.signal }
      let log = Log<ItemEvent>()
      zip(signals[0], signals[1], signals[2]).map(\.0).observe { log.append($0) }
      let list = Log<ItemEvent>()
      zip(signals).map { $0[0] }.observe { list.append($0) }
      short.send(.value(1))
      short.send(.value(2))
      short.send(.finished)
      for value in 1...3 { long.send(.value(Item(value))) }
      #expect(log.entries == [.value(1), .value(2), .finished])
      #expect(list.entries == log.entries)
      #expect(long.open == 0)
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
    let outer = PassthroughSubject<Int, Never>()
    let log = Log<Event<Int, Never>>()
    outer.signal.flatMapLatest { Signal.just($0) }.observe { log.append($0) }
    outer.send(1)
    outer.send(2)
    #expect(log.entries == [.value(1), .value(2)])
    outer.finish()
    #expect(log.entries == [.value(1), .value(2), .finished])
  }

  @Test("CMP-14: after a failure during the start, the inputs that follow are not started")
  func failsDuringStart() {
    let starts = Counter()
    let counted = Items.deferred {
      starts.add()
      return .never()
    }
    let failing = Items.fail(.one)
    let signals: [Items] = [
      merge(failing, counted), merge([failing, counted]), zip(failing, counted).map(\.0),
      zip([failing, counted]).map { $0[0] }, combineLatest(failing, counted).map(\.0),
      combineLatest([failing, counted]).map { $0[0] }, failing.append(counted),
      zip(failing, counted, counted).map(\.0), combineLatest(failing, counted, counted).map(\.0),
    ]
    for signal in signals {
      let log = Log<ItemEvent>()
      signal.observe { log.append($0) }
      #expect(log.entries == [.failure(.one)])
    }
    #expect(starts.value == 0)
  }

  @Test("CMP-15: append under prefix(1) never starts its second")
  func appendPrefix() {
    let starts = Counter()
    let log = Log<ItemEvent>()
    Items.just(1)
      .append(
        .deferred {
          starts.add()
          return .just(2)
        }
      )
      .prefix(1)
      .observe { log.append($0) }
    #expect(log.entries == [.value(1), .finished])
    #expect(starts.value == 0)
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
    var generator = SeededGenerator(state: 11)
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
