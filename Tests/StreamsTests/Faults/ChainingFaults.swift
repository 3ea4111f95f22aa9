import Streams
import StreamsTesting
import Testing

/// Faults of the field, looked for in what puts signals one after another, chooses between them or
/// unfolds them.
@Suite("Faults of chains and choices")
struct ChainingFaults {
  private typealias Step = Signal<(Item, Int?), TestFailure>

  private func log(_ signal: Items) -> Log<ItemEvent> {
    let log = Log<ItemEvent>()
    signal.observe { log.append($0) }
    return log
  }

  /// A signal that counts its starts.
  private func counted(_ starts: Counter) -> Items {
    .deferred {
      starts.add()
      return .just(9)
    }
  }

  // MARK: - Completion

  @Test("CMP-02: concat and race of no signals finish at once and keep nothing")
  func emptyLists() async throws {
    for signal in [concat([Items]()), race([Items]())] {
      #expect(log(signal).entries == [.finished])
      for try await item in signal.values { Issue.record("\(item) of no signal") }
      let census = Census()
      func observe() -> Subscription {
        let owner = census.canary("owner")
        return signal.observe { _ in _ = owner }
      }
      let subscription = observe()
      #expect(census.alive == [])
      subscription.cancel()
    }
  }

  @Test("CMP-11: what runs when the outer signal finishes is waited for")
  func outerFinishes() throws {
    let scheduler = TestScheduler()
    let inner = Signal<Int, Never>.just(4).delay(for: .seconds(2), scheduler: scheduler)
    let recordings = [
      scheduler.record(Signal<Int, Never>.just(1).flatMapFirst { _ in inner }),
      scheduler.record(Signal<Signal<Int, Never>, Never>.just(inner).switchToLatest()),
    ]
    try scheduler.run()
    for recording in recordings {
      #expect(recording.events.map(\.event) == [.value(4), .finished])
      #expect(recording.events.map(\.at.offset) == [.seconds(2), .seconds(2)])
    }
  }

  @Test("CMP-12: the end of an inner signal is silent while the outer is open")
  func innerFinishes() {
    let outer = PassthroughSubject<Item, TestFailure>()
    let logs = [
      log(outer.signal.flatMapFirst { .just($0) }),
      log(outer.signal.map { Items.just($0) }.switchToLatest()),
    ]
    outer.send(1)
    outer.send(2)
    for log in logs { #expect(log.entries == [.value(1), .value(2)]) }
    outer.finish()
    for log in logs { #expect(log.ends == [.finished]) }
  }

  @Test("CMP-14: after a failure during the start no other signal is started")
  func failsInStart() {
    let starts = Counter()
    let other = counted(starts)
    let signals: [Items] = [
      concat([.fail(.one), other]), concat(.fail(.one), other, other),
      other.prepend(.fail(.one)), race([.fail(.one), other]), race(.fail(.one), other, other),
      other.withLatestFrom(Items.fail(.one)).map(\.0),
      Items.sequence([0, 1]).flatMapFirst { $0 == 0 ? .fail(.one) : other },
      Items.sequence([0, 1]).map { $0 == 0 ? .fail(.one) : other }.switchToLatest(),
      .unfold(from: 0) { number in
        number == 0 ? Step.just((1, 1)).append(.fail(.one)) : other.map { ($0, nil) }
      },
    ]
    for signal in signals { #expect(log(signal).ends == [.failure(.one)]) }
    #expect(starts.value == 0)
  }

  @Test("CMP-15: under prefix(1) the second is never started")
  func prefixOne() {
    let starts = Counter()
    let other = counted(starts)
    let signals: [Items] = [
      concat([.just(1), other]), other.prepend(1), other.prepend([1, 2]), other.prepend(.just(1)),
      race(.just(1), other), Items.just(1).append(2).append(other),
      .unfold(from: 0) { $0 == 0 ? .just((1, 1)) : other.map { ($0, nil) } },
    ]
    for signal in signals { #expect(log(signal.prefix(1)).entries == [.value(1), .finished]) }
    #expect(starts.value == 0)
  }

  // MARK: - Order

  @Test("ORD-08: a signal that was replaced is not heard, even when it does not listen to a cancel")
  func replaced() throws {
    let scheduler = TestScheduler()
    let recording = scheduler.record(
      Signal<Int, Never>.sequence([1, 2, 3]).map { number in
        Signal.just(number)
          .append(Signal.just(number * 10).delay(for: .seconds(5), scheduler: scheduler))
      }
      .switchToLatest())
    try scheduler.run()
    #expect(recording.values == [1, 2, 3, 30])
    let kept = Log<Emitter<Item, TestFailure>>()
    let outer = PassthroughSubject<Items, TestFailure>()
    let log = log(outer.signal.switchToLatest())
    outer.send(Items { kept.append($0) })
    outer.send(.just(2))
    kept.entries.first?.send(1)
    #expect(log.entries == [.value(2)])
  }

  // MARK: - What stops a program

  @Test("DLK-08: switchToLatest, flatMapFirst and unfold under prefix(1)")
  func prefixed() {
    let signals: [Items] = [
      Signal<Items, TestFailure>.just(.just(10)).switchToLatest(),
      Items.just(1).flatMapFirst { _ in Items.just(10) },
      .unfold(from: 10) { .just((Item($0), $0 + 1)) },
    ]
    for signal in signals { #expect(log(signal.prefix(1)).entries == [.value(10), .finished]) }
  }

  @Test("DLK-09: an object of a loser, or a replaced signal, that ends that signal in its deinit")
  func deinitSends() {
    let loser = PassthroughSubject<Item, TestFailure>()
    let winner = PassthroughSubject<Item, TestFailure>()
    @Sendable func losing() -> Items {
      let canary = Canary { loser.finish() }
      return loser.signal.map { item in
        _ = canary
        return item
      }
    }
    let raced = log(.deferred { race(losing(), winner.signal) })
    winner.send(1)
    #expect(raced.entries == [.value(1)])
    let switched = log(winner.signal.map { $0 == 2 ? losing() : .just($0) }.switchToLatest())
    for number in [2, 3] { winner.send(Item(number)) }
    #expect(switched.entries == [.value(3)])
  }

  @Test("DLK-11: two loops, each with the latest of the other, from two threads")
  func loops() {
    let events = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let sums = (0..<2).map { _ in CurrentValueSubject<Int, Never>(0) }
    for index in 0..<2 {
      events[index].signal
        .withLatestFrom(sums[1 - index].signal) { event, _ in event }
        .scan(0, +)
        .observe(value: { sums[index].value = $0 })
    }
    let returned = concurrently(
      { for _ in 0..<1_000 { events[0].send(1) } },
      { for _ in 0..<1_000 { events[1].send(1) } })
    #expect(returned)
    #expect(sums.map(\.value) == [1_000, 1_000])
  }

  @Test("DLK-11: a loop of one thread, from the latest state back into it")
  func loop() {
    let events = PassthroughSubject<Int, Never>()
    let state = CurrentValueSubject<Int, Never>(0)
    let log = Log<Int>()
    events.signal.withLatestFrom(state.signal, +).observe(value: { sum in
      log.append(sum)
      state.value = sum
      if sum == 3 { events.send(7) }
    })
    for event in 1...3 { events.send(event) }
    #expect(log.entries == [1, 3, 10, 13])
    #expect(state.value == 13)
  }

  @Test("DLK-14: an endless unfold is stopped by prefix")
  func endless() {
    let asked = Counter()
    let signals: [Items] = [
      .unfold(state: 0) { number in
        asked.add()
        number += 1
        return Item(number)
      },
      .unfold(from: 1) { number in
        asked.add()
        return .just((Item(number), number + 1))
      },
    ]
    for signal in signals {
      #expect(log(signal.prefix(2)).entries == [.value(1), .value(2), .finished])
    }
    #expect(asked.value == 4)
  }

  // MARK: - Memory

  @Test("MEM-09: the one before is let go of when it has ended")
  func before() {
    let chains: [@Sendable (Items) -> Items] = [
      { Items.never().prepend($0) }, { concat([$0, .never(), .just(3)]) },
      { source in Items.sequence([0, 1]).flatMapFirst { $0 == 0 ? source : .never() } },
      { source in Items.unfold(from: 0) { $0 == 0 ? source.map { ($0, 1) } : .never() } },
      { Items.never().withLatestFrom($0).map(\.1) },
    ]
    for chain in chains {
      let trial = GateTrial(chain)
      #expect(trial.census.alive == ["gate"])
      trial.gate.send(1)
      trial.gate.finish()
      #expect(trial.census.alive == [])
      trial.subscription.cancel()
    }
  }

  @Test("MEM-09: a loser is let go of when another has won, a replaced signal at the next")
  func losers() {
    let other = PassthroughSubject<Item, TestFailure>()
    let chains: [@Sendable (Items) -> Items] = [
      { race($0, other.signal) }, { race([other.signal, .never(), $0]) },
      { $0.race(with: other.signal) },
      { gate in
        other.signal.map { _ in Items.never() }.prepend(gate).switchToLatest()
      },
    ]
    for chain in chains {
      let trial = GateTrial(chain)
      #expect(trial.census.alive == ["gate"])
      other.send(1)
      #expect(trial.census.alive == [])
      #expect(trial.gate.observerCount == 0)
      trial.subscription.cancel()
    }
  }

  @Test("MEM-10: a signal that never ends is torn down at a cancel, in every place")
  func innerNever() {
    let transforms: [@Sendable (Items) -> Items] = [
      { Items.never().prepend($0) },
      { inner in Items.just(1).flatMapFirst { _ in inner } },
      { Signal<Items, TestFailure>.just($0).switchToLatest() }, { concat([.just(1), $0]) },
      { race(.never(), $0) }, { race($0, .never()) },
      { $0.withLatestFrom(Items.just(1)).map(\.0) },
      { Items.never().withLatestFrom($0).map(\.1) },
      { inner in .unfold(from: 1) { $0 == 1 ? .just((1, 2)) : inner.map { ($0, nil) } } },
    ]
    for transform in transforms {
      let inner = ManualSource()
      let subscription = transform(inner.signal).observe()
      #expect(inner.open == 1)
      subscription.cancel()
      #expect(inner.open == 0)
    }
  }

  @Test("MEM-11: a cancelled chain lets go of what was to follow; a deinit there may cancel again")
  func cancelled() {
    let chains: [@Sendable (Items) -> Items] = [
      { $0.prepend(.never()) }, { concat([.never(), $0, $0]) },
      { next in .unfold(from: 0) { $0 == 0 ? .never() : next.map { ($0, nil) } } },
      { next in Items.just(0).append(.never()).flatMapFirst { $0 == 0 ? .never() : next } },
      { race($0, .never()) },
    ]
    for chain in chains {
      let census = Census()
      let scope = Subscription()
      func observe() {
        let canary = census.canary("next") { scope.cancel() }
        let next = Items.never().map { item in
          _ = canary
          return item
        }
        chain(next).observe(in: scope) { _ in }
      }
      observe()
      scope.cancel()
      #expect(census.alive == [])
    }
  }

  @Test("MEM-16: a cancel stops the outer as well as the inner")
  func outerAndInner() {
    typealias Ticks = Signal<Int, Never>
    let strategies: [@Sendable (Ticks, Ticks) -> Ticks] = [
      { outer, inner in outer.flatMapFirst { _ in inner } },
      { outer, inner in outer.map { _ in inner }.switchToLatest() },
      { outer, inner in outer.withLatestFrom(inner, +) },
      { outer, inner in inner.withLatestFrom(outer, +) },
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
}

/// Observes what a chain makes of a subject whose closures are watched.
private struct GateTrial {
  let census = Census()
  let gate = PassthroughSubject<Item, TestFailure>()
  let subscription = Subscription()

  init(_ chain: (Items) -> Items) {
    let canary = census.canary("gate")
    let source = gate.signal.map { item in
      _ = canary
      return item
    }
    chain(source).observe(in: subscription) { _ in }
  }
}
