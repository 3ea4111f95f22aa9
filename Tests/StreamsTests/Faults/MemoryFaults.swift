import Streams
import StreamsTesting
import Testing

@Suite("Faults of memory")
struct MemoryFaults {
  @Test("MEM-01: a subject that has ended keeps neither observers nor what they captured")
  func endedSubject() {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let census = Census()
      let subject = ReplaySubject<Item, TestFailure>(1)
      func observe() {
        let canary = census.canary("observer")
        subject.signal.observe { _ in _ = canary }
      }
      observe()
      subject.send(Item(1, census.canary("old value")))
      subject.send(Item(2, census.canary("kept value")))
      subject.send(end)
      #expect(census.alive == ["kept value"])
      #expect(subject.observerCount == 0)
    }
  }

  @Test("MEM-05: a subject lets go of an observer at its cancel, not at the next event")
  func quietSubject() {
    let passing = PassthroughSubject<Item, TestFailure>()
    let shared = PassthroughSubject<Item, TestFailure>()
    let current = CurrentValueSubject<Item, TestFailure>(1)
    let replay = ReplaySubject<Item, TestFailure>()
    let all: [(any Subject<Item, TestFailure>, Items)] = [
      (passing, passing.signal), (shared, shared.signal.share()), (current, current.signal),
      (replay, replay.signal),
    ]
    for (subject, signal) in all {
      let census = Census()
      func observe() -> Subscription {
        let canary = census.canary("observer")
        return signal.observe { _ in _ = canary }
      }
      for _ in 0..<10_000 {
        observe().cancel()
        if !census.alive.isEmpty { break }
      }
      #expect(census.alive == [])
      #expect(subject.observerCount == 0)
    }
  }

  @Test("MEM-06: an observation that ends with its owner stops its timer")
  func owner() {
    let census = Census()
    let scheduler = TestScheduler()
    func run() {
      let bag = SubscriptionBag()
      let canary = census.canary("owner")
      Signal.timer(every: .seconds(1), scheduler: scheduler)
        .observe(value: { _ in _ = canary }).store(in: bag)
      scheduler.advance(by: .seconds(3))
    }
    run()
    #expect(census.alive == [])
    #expect(scheduler.pending.isEmpty)
  }

  @Test("MEM-07: retry lets go of everything at the final failure and at a cancel")
  func retry() {
    let retries: [@Sendable (Items) -> Items] = [
      { $0.retry(2) },
      { source in
        source.retry(scheduler: ImmediateScheduler()) { _, attempt in
          attempt.number < 3 ? .retry(after: .seconds(1)) : .fail
        }
      },
    ]
    for retry in retries {
      for isCancelled in [true, false] {
        let census = Census()
        func observe() -> Subscription {
          let source = census.canary("source")
          let observer = census.canary("observer")
          let signal = Items.deferred {
            _ = source
            return isCancelled ? .never() : .fail(.one)
          }
          return retry(signal).observe { _ in _ = observer }
        }
        let subscription = observe()
        if isCancelled { subscription.cancel() }
        #expect(census.alive == [])
      }
    }
  }

  @Test("MEM-07: nor does what goes on for ever keep anything after a cancel")
  func endless() {
    let scheduler = TestScheduler()
    let endless: [@Sendable (Items) -> Items] = [
      { source in source.retry(scheduler: scheduler) { _, _ in .retry(after: .seconds(1)) } },
      { source in Polling(source: source.catch { _ in .empty() }, scheduler: scheduler).signal },
      { source in
        Signal.timer(every: .seconds(1), scheduler: scheduler)
          .setFailureType(to: TestFailure.self)
          .flatMapLatest { _ in source.catch { _ in .just(0) } }
      },
    ]
    for apply in endless {
      let census = Census()
      let starts = Counter()
      func observe() -> Subscription {
        let source = census.canary("source")
        let observer = census.canary("observer")
        let signal = Items.deferred {
          _ = source
          starts.add()
          return .fail(.one)
        }
        return apply(signal).observe { _ in _ = observer }
      }
      let subscription = observe()
      scheduler.advance(by: .seconds(5))
      #expect(starts.value >= 5)
      subscription.cancel()
      #expect(census.alive == [])
      #expect(scheduler.pending.isEmpty)
    }
  }

  @Test("MEM-08: deferred needs its closure once")
  func deferred() {
    let census = Census()
    func observe() -> Subscription {
      let canary = census.canary("closure")
      return Items.deferred {
        _ = canary
        return .never()
      }.observe()
    }
    let subscription = observe()
    #expect(census.alive == [])
    subscription.cancel()
  }

  @Test("MEM-09: the first of a chain is let go of when it ends, while the second runs")
  func firstOfChain() {
    let chains: [@Sendable (Items) -> (Items, ItemEvent)] = [
      { ($0.append(.never()), .finished) },
      { ($0.catch { _ in .never() }, .failure(.one)) },
      { source in
        let other = source.catch { _ in Signal<Item, OtherFailure>.never() }
        return (other.mapError(\.inner), .failure(.one))
      },
      { source in
        (Items.sequence([0, 1]).concatMap { $0 == 0 ? source : .never() }, .finished)
      },
      { source in (Items.just(0).flatMapLatest { _ in source }.append(.never()), .finished) },
      { ($0.merge(with: .never()), .finished) },
      { (merge([.never(), $0]), .finished) },
      { ($0.append(.never()).append(.just(1)), .finished) },
      { ($0.append(.never()).share(), .finished) },
    ]
    for chain in chains {
      let census = Census()
      let gate = PassthroughSubject<Item, TestFailure>()
      func observe() -> (Subscription, ItemEvent) {
        let canary = census.canary("first")
        let (signal, end) = chain(
          gate.signal.map { item in
            _ = canary
            return item
          })
        return (signal.observe(), end)
      }
      let (subscription, end) = observe()
      gate.send(end)
      #expect(census.alive == [])
      subscription.cancel()
      #expect(census.alive == [])
    }
  }

  @Test("MEM-10: an inner signal that never ends is torn down when the outer has ended")
  func innerNever() {
    let transforms: [@Sendable (Items, Items) -> Items] = [
      { outer, inner in outer.flatMap { _ in inner } },
      { outer, inner in outer.concatMap { _ in inner } },
      { outer, inner in outer.flatMapLatest { _ in inner } },
      { outer, inner in outer.append(inner) },
      { outer, inner in merge(outer, inner) },
      { outer, inner in combineLatest(outer, inner).map(\.0) },
      { outer, inner in zip(outer, inner).map(\.0) },
      { outer, inner in merge(inner, outer) },
      { outer, inner in combineLatest(inner, outer).map(\.0) },
      { outer, inner in zip(inner, outer).map(\.0) },
      { outer, inner in outer.append(.fail(.one)).catch { _ in inner } },
      { outer, inner in outer.flatMap(maxConcurrent: 2) { _ in inner } },
    ]
    for transform in transforms {
      let inner = ManualSource()
      let subscription = transform(.just(1), inner.signal).observe()
      #expect(inner.open == 1)
      subscription.cancel()
      #expect(inner.open == 0)
    }
  }

  @Test("MEM-11: a cancelled chain lets go of what was to follow; a deinit there may cancel again")
  func cancelledChain() {
    let follow: [@Sendable (@escaping @Sendable () -> Items) -> Items] = [
      { next in Items.never().append(.deferred(next)) },
      { next in Items.never().append(.just(1)).append(.deferred(next)) },
      { next in Items.never().catch { _ in next() } },
      { next in
        Items.never().catch { _ in next().mapError { OtherFailure(inner: $0) } }
          .mapError(\.inner)
      },
      { next in Items.sequence([0, 1]).concatMap { $0 == 0 ? .never() : next() } },
      { next in Items.never().flatMapLatest { _ in next() } },
      { next in Items.never().merge(with: .deferred(next)) },
      { next in Items.deferred(next).retry(2) },
      { next in zip(.never(), .deferred(next)).map(\.0) },
    ]
    for apply in follow {
      let census = Census()
      let scope = Subscription()
      func observe() {
        let canary = census.canary("second") { scope.cancel() }
        apply {
          _ = canary
          return .never()
        }
        .observe(in: scope) { _ in }
      }
      observe()
      scope.cancel()
      #expect(census.alive == [])
    }
  }

  @Test("MEM-15: a replay buffer is as large as what it holds")
  func replayCapacity() {
    let subject = ReplaySubject<Int, Never>(999_999_999)
    subject.send(1)
    let log = Log<Int>()
    subject.signal.observe(value: { log.append($0) })
    #expect(log.entries == [1])
  }

  @Test("MEM-16: a cancel stops the outer as well as the inner")
  func outerAndInner() {
    let strategies: [@Sendable (Signal<Int, Never>, Signal<Int, Never>) -> Signal<Int, Never>] = [
      { outer, inner in outer.flatMapLatest { _ in inner } },
      { outer, inner in outer.flatMap { _ in inner } },
      { outer, inner in outer.concatMap { _ in inner } },
    ]
    for strategy in strategies {
      let scheduler = TestScheduler()
      let ticks = Counter()
      let outer = Signal.timer(every: .seconds(2), scheduler: scheduler)
        .handleEvents(onValue: { _ in ticks.add() })
      let inner = Signal.timer(every: .seconds(1), scheduler: scheduler)
      let subscription = strategy(outer, inner).observe()
      scheduler.advance(by: .seconds(5))
      subscription.cancel()
      #expect(scheduler.pending.isEmpty)
      scheduler.advance(by: .seconds(15))
      #expect(ticks.value == 2)
    }
  }

  @Test("MEM-18: many short pipelines leave nothing behind")
  func manyPipelines() {
    let census = Census()
    let scheduler = TestScheduler()
    for number in 0..<2_000 {
      let canary = census.canary("observer")
      let source = Items.just(Item(number))
      zip(merge(source, source), source).map(\.0)
        .debounce(for: .seconds(1), scheduler: scheduler)
        .observe { _ in _ = canary }
    }
    #expect(census.alive == [])
    #expect(scheduler.pending.isEmpty)
  }
}

/// Asks again and again: a signal that appends itself.
private struct Polling: Sendable {
  let source: Items
  let scheduler: TestScheduler

  var signal: Items {
    source.append(.empty().delay(for: .seconds(1), scheduler: scheduler))
      .append(.deferred { self.signal })
  }
}
