import Streams
import StreamsTesting
import Testing

@Suite("Faults that stop a program")
struct DeadlockFaults {
  @Test("DLK-03: an inner signal that waits for another thread while it is started")
  func joinInStart() {
    let joining = Items { emitter in
      concurrently([{ emitter.send(1) }])
      emitter.finish()
    }
    let signals: [Items] = [
      Items.just(0).flatMap { _ in joining }.merge(with: .just(42)),
      merge(joining, joining), Items.just(0).concatMap { _ in joining },
      Items.just(0).flatMapLatest { _ in joining }, zip(joining, joining).map(\.0),
      combineLatest(joining, joining).map(\.0), joining.append(joining),
      Items.fail(.one).catch { _ in joining }, joining.share(),
      joining.prepend(joining), concat([joining, joining]), race(joining, joining),
      joining.withLatestFrom(.just(0)).map(\.0), Items.just(0).withLatestFrom(joining).map(\.1),
      Items.just(0).flatMapFirst { _ in joining },
      Signal<Items, TestFailure>.just(joining).switchToLatest(),
      .unfold(from: 0) { number in joining.map { ($0, number < 2 ? number + 1 : nil) } },
    ]
    for signal in signals {
      let log = Log<ItemEvent>()
      let returned = concurrently(seconds: 10, [{ signal.observe { log.append($0) } }])
      #expect(returned)
      #expect(log.numbers.contains(1))
      #expect(log.ends == [.finished])
    }
  }

  @Test("DLK-08: flatMapLatest under prefix(1)")
  func latestPrefix() {
    let log = Log<ItemEvent>()
    Items.just(1).flatMapLatest { _ in Items.just(10) }.prefix(1).observe { log.append($0) }
    #expect(log.entries == [.value(10), .finished])
  }

  @Test("DLK-09: an object of a replaced inner signal that ends that signal in its deinit")
  func deinitSends() {
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let log = Log<Int>()
    outer.signal
      .flatMapLatest { number -> Signal<Int, Never> in
        guard number == 1 else { return .just(number) }
        let canary = Canary { inner.finish() }
        return inner.signal.map { value in
          _ = canary
          return value
        }
      }
      .observe(value: { log.append($0) })
    outer.send(1)
    inner.send(7)
    outer.send(2)
    #expect(log.entries == [7, 2])
  }

  @Test("DLK-09, its siblings: a dropped value whose deinit sends into the same subject")
  func valueDeinitSends() {
    for row in OperatorTable.all {
      let subject = PassthroughSubject<Item, TestFailure>()
      let sends = Counter()
      row(subject.signal).observe { _ in }
      let value = Box(Item(1, Canary { if sends.add() == 1 { subject.send(9) } }))
      if let item = value.take() { subject.send(item) }
      subject.send(2)
      subject.send(3)
      subject.finish()
      #expect(sends.value <= 1)
    }
  }

  @Test("DLK-10: a cancel while a retry is starting its source again")
  func retryCancel() {
    for _ in 0..<200 {
      let scheduler = TestScheduler()
      let count = Counter()
      let subscription = Items.fail(.one)
        .retry(scheduler: scheduler) { _, _ in .retry(after: .seconds(1)) }
        .observe { _ in count.add() }
      let returned = concurrently(
        { subscription.cancel() },
        { scheduler.advance(by: .seconds(3)) })
      #expect(returned)
      #expect(count.value == 0)
      #expect(scheduler.pending.isEmpty)
    }
  }

  @Test("DLK-11: two loops, each fed by the other, from two threads")
  func loops() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let sums = [CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0)]
    for (index, events) in [first, second].enumerated() {
      events.signal.scan(0, +).observe(value: { sum in
        sums[index].value = sum
        _ = sums[1 - index].value
      })
    }
    let returned = concurrently(
      { for _ in 0..<1_000 { first.send(1) } },
      { for _ in 0..<1_000 { second.send(1) } })
    #expect(returned)
    #expect(sums.map(\.value) == [1_000, 1_000])
  }

  @Test("DLK-11: combineLatest that corrects its own input")
  func correction() {
    let start = CurrentValueSubject<Int, Never>(1)
    let end = CurrentValueSubject<Int, Never>(5)
    let log = Log<[Int]>()
    combineLatest(start.signal, end.signal).observe(value: { pair in
      log.append([pair.0, pair.1])
      if pair.1 < pair.0 { end.value = pair.0 }
    })
    start.value = 7
    #expect(log.entries == [[1, 5], [7, 5], [7, 7]])
  }

  @Test("DLK-14: an endless retry, and an endless concatMap, are stopped by prefix(1)")
  func endless() {
    let starts = Counter()
    let failing = Items.deferred {
      starts.add()
      return Items.just(0).append(.fail(.one))
    }
    let log = Log<ItemEvent>()
    failing.retry(.max).prefix(1).observe { log.append($0) }
    failing
      .retry(scheduler: ImmediateScheduler()) { _, _ in .retry(after: .zero) }
      .prefix(1).observe { log.append($0) }
    Items.sequence(sequence(first: Item(0)) { $0 }).concatMap { _ in failing }
      .prefix(1).observe { log.append($0) }
    #expect(log.entries == [.value(0), .finished, .value(0), .finished, .value(0), .finished])
    #expect(starts.value == 3)
  }
}
