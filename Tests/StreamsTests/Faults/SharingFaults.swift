import Streams
import StreamsTesting
import Testing

/// A way to share, for all faults of sharing.
private struct Sharing: Sendable, CustomTestStringConvertible {
  var count: Int
  var scope: ShareScope

  var testDescription: String { "share(replay: \(count), scope: .\(scope))" }

  func callAsFunction(_ source: Items) -> Items { source.share(replay: count, scope: scope) }

  static let all = [0, 1, 2].flatMap { count in
    [Sharing(count: count, scope: .whileObserved), Sharing(count: count, scope: .forever)]
  }
  static let replaying = all.filter { $0.count > 0 }
}

@Suite("Faults of sharing")
struct SharingFaults {
  // MARK: - Memory

  @Test(
    "MEM-01: a shared run that has ended holds nobody; what it keeps goes with the signal",
    arguments: Sharing.all)
  fileprivate func ended(share: Sharing) {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let census = Census()
      let source = ManualSource()
      let shared = Box(share(watched(source, census)))
      func observe() {
        let observer = census.canary("observer")
        shared.value?.observe { _ in _ = observer }
      }
      observe()
      source.send(.value(Item(0, census.canary("old value"))))
      source.send(.value(Item(1, census.canary("old value"))))
      source.send(.value(Item(2, census.canary("last value"))))
      source.send(end)
      var kept = ["source"]
      if share.scope == .forever, end == .finished {
        if share.count > 0 { kept.insert("last value", at: 0) }
        if share.count > 1 { kept.insert("old value", at: 1) }
      }
      #expect(census.alive == kept)
      shared.take()
      #expect(census.alive == [])
      #expect(source.open == 0)
    }
  }

  @Test(
    "MEM-01: a run for ever is let go of when its signal has gone and nobody observes",
    arguments: Sharing.all.filter { $0.scope == .forever }, [true, false])
  fileprivate func abandoned(share: Sharing, signalGoesFirst: Bool) {
    let census = Census()
    let source = ManualSource()
    let shared = Box(share(watched(source, census)))
    let copy = Box(shared.value)
    let count = Counter()
    func observe() -> Subscription? {
      let observer = census.canary("observer")
      return shared.value?.observe { _ in
        _ = observer
        count.add()
      }
    }
    let subscription = observe()
    source.send(.value(Item(1, census.canary("value"))))
    if !signalGoesFirst {
      subscription?.cancel()
      #expect(source.open == 1)
    }
    shared.take()
    #expect(source.open == 1, "a copy is left")
    copy.take()
    #expect(source.open == (signalGoesFirst ? 1 : 0))
    source.send(.value(2))
    #expect(count.value == (signalGoesFirst ? 2 : 1))
    subscription?.cancel()
    #expect(source.open == 0 && source.teardowns == 1)
    #expect(census.alive == [])
  }

  @Test("MEM-01: no timer of a run for ever is left pending when its signal has gone")
  func abandonedTimer() {
    let scheduler = TestScheduler()
    let ticks = Counter()
    func run() {
      let shared = Signal.timer(every: .seconds(1), scheduler: scheduler)
        .handleEvents(onValue: { _ in ticks.add() }).share(replay: 1, scope: .forever)
      shared.observe().cancel()
      scheduler.advance(by: .seconds(3))
      #expect(ticks.value == 3, "nobody observes, and it goes on")
      withExtendedLifetime(shared) {}
    }
    run()
    #expect(scheduler.pending.isEmpty)
  }

  @Test(
    "MEM-01: a handler that lets go of the signal and cancels ends the run", arguments: Sharing.all)
  fileprivate func abandonedInside(share: Sharing) {
    let census = Census()
    let source = ManualSource()
    let shared = Box(share(watched(source, census)))
    let scope = Subscription()
    let count = Counter()
    shared.value?.observe(in: scope) { _ in
      count.add()
      shared.take()
      scope.cancel()
    }
    source.send(.value(1))
    source.send(.value(2))
    #expect(count.value == 1)
    #expect(source.open == 0)
    #expect(census.alive == [])
  }

  @Test(
    "MEM-01: a source that goes away without an end lets go of all, those to come included",
    arguments: Sharing.all)
  fileprivate func silent(share: Sharing) {
    let census = Census()
    let subject = Box(PassthroughSubject<Item, TestFailure>())
    let shared = subject.value.map { share($0.signal) }
    func observe() {
      let observer = census.canary("observer")
      shared?.observe { _ in _ = observer }
    }
    observe()
    let kept = shared?.observe()
    subject.value?.send(1)
    subject.take()
    #expect(census.alive == [])
    let log = Log<ItemEvent>()
    shared?.observe { log.append($0) }
    observe()
    #expect(log.entries == (share.count > 0 ? [.value(1)] : []))
    #expect(census.alive == [])
    kept?.cancel()
  }

  @Test("MEM-01, its siblings: who observes a subject that has gone is not kept")
  func goneSubject() {
    let census = Census()
    func signals() -> [Items] {
      let replay = ReplaySubject<Item, TestFailure>(1)
      replay.send(1)
      return [
        PassthroughSubject<Item, TestFailure>().signal, CurrentValueSubject(1).signal,
        replay.signal,
      ]
    }
    let log = Log<ItemEvent>()
    for signal in signals() {
      let observer = census.canary("observer")
      signal.observe { event in
        _ = observer
        log.append(event)
      }
    }
    #expect(log.entries == [.value(1), .value(1)])
    #expect(census.alive == [])
  }

  @Test("MEM-15: a replay buffer of a shared signal is as large as what it holds")
  func capacity() {
    let shared = Items.just(1).share(replay: 999_999_999, scope: .forever)
    let log = Log<ItemEvent>()
    for _ in 0..<2 { shared.observe { log.append($0) } }
    #expect(log.entries == [.value(1), .finished, .value(1), .finished])
  }

  // MARK: - Races

  @Test(
    "RACE-01 and RACE-02: who comes while the source is being started joins its run",
    arguments: Sharing.all)
  fileprivate func gated(share: Sharing) {
    let starts = Counter()
    let inside = Gate()
    let open = Gate()
    let kept = Box<Emitter<Item, TestFailure>>()
    let shared = share(
      Items { emitter in
        starts.add()
        kept.put(emitter)
        inside.open()
        open.wait()
      })
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

  @Test("RACE-01 and RACE-02: eight threads at once start one run", arguments: Sharing.all)
  fileprivate func eightThreads(share: Sharing) {
    for _ in 0..<30 {
      let source = ManualSource()
      let shared = share(source.signal)
      let count = Counter()
      concurrently((0..<8).map { _ in { shared.observe(value: { _ in count.add() }) } })
      source.send(.value(1))
      #expect(source.starts == 1)
      #expect(count.value == 8)
      source.send(.finished)
    }
  }

  @Test(
    "RACE-02: who comes while values are sent misses none and gets none twice, to the very end",
    arguments: [ShareScope.whileObserved, .forever])
  func snapshot(scope: ShareScope) {
    let all = (1...40).map { ItemEvent.value(Item($0)) } + [.finished]
    for _ in 0..<100 {
      let source = ManualSource()
      let shared = source.signal.share(replay: .max, scope: scope)
      shared.observe()
      let logs = (0..<3).map { _ in Log<ItemEvent>() }
      let observers = logs.map { log in
        { @Sendable in _ = shared.observe { log.append($0) } }
      }
      concurrently(observers + [{ for event in all { source.send(event) } }])
      for log in logs {
        // After the end a new run has begun, of which nothing has come.
        let isLate = scope == .whileObserved && log.entries.isEmpty && source.open == 1
        #expect(log.entries == all || isLate)
      }
    }
  }

  @Test("RACE-02: the last to leave meets one who comes: he is in a run that goes on")
  func leavingMeetsComing() {
    for _ in 0..<200 {
      let source = ManualSource()
      let shared = source.signal.share(replay: 1)
      let first = shared.observe()
      let count = Counter()
      concurrently({ first.cancel() }, { shared.observe(value: { _ in count.add() }) })
      #expect(source.open == 1)
      source.send(.value(1))
      #expect(count.value == 1)
      source.send(.finished)
    }
  }

  @Test("RACE-02: the last copy of a signal and the last observer go at the same time")
  func goingTogether() {
    for _ in 0..<200 {
      let census = Census()
      let source = ManualSource()
      let shared = Box(watched(source, census).share(replay: 1, scope: .forever))
      let subscription = shared.value?.observe()
      concurrently({ shared.take() }, { subscription?.cancel() })
      #expect(source.open == 0 && source.teardowns == 1)
      #expect(census.alive == [])
    }
  }

  @Test("RACE-02: a failure of a run for ever meets one who comes: he hears it, or starts anew")
  func failureMeetsComing() {
    for _ in 0..<200 {
      let source = ManualSource()
      let shared = source.signal.share(replay: 1, scope: .forever)
      shared.observe()
      source.send(.value(1))
      let log = Log<ItemEvent>()
      concurrently({ source.send(.failure(.one)) }, { shared.observe { log.append($0) } })
      #expect(log.entries == (source.open == 0 ? [.value(1), .failure(.one)] : []))
    }
  }

  // MARK: - Starting again

  @Test("CMP-22: a shared signal connects again, five rounds", arguments: Sharing.all)
  fileprivate func again(share: Sharing) {
    let source = ManualSource()
    let shared = share(source.signal)
    for round in 1...5 {
      let log = Log<ItemEvent>()
      let subscription = shared.observe { log.append($0) }
      let other = shared.observe()
      #expect(source.starts == round && source.open == 1)
      source.send(.value(Item(round)))
      other.cancel()
      #expect(source.open == 1)
      // While observed, the last to leave ends the run; a run for ever ends by its failure alone.
      if share.scope == .forever { source.send(.failure(.one)) }
      subscription.cancel()
      #expect(source.open == 0)
      let end: [ItemEvent] = share.scope == .forever ? [.failure(.one)] : []
      #expect(log.entries == [.value(Item(round))] + end)
    }
  }

  // MARK: - Locks

  @Test("DLK-01: no lock is held while a value is replayed", arguments: Sharing.replaying)
  fileprivate func replayLock(share: Sharing) {
    let source = ManualSource()
    let shared = share(source.signal)
    let first = shared.observe()
    source.send(.value(1))
    let isFree = callsOutWithoutLock(
      entry: {
        shared.observe().cancel()
        source.send(.value(2))
      },
      trigger: { callback in shared.observe(value: { _ in callback() }) })
    #expect(isFree)
    first.cancel()
  }

  @Test(
    "DLK-03: a source that waits for another thread while it is started", arguments: Sharing.all)
  fileprivate func joinInStart(share: Sharing) {
    let shared = Box<Items>()
    let joining = Items { emitter in
      // The other thread sends, and observes the same signal, inside of the start.
      concurrently([{ emitter.send(1) }, { shared.value?.observe().cancel() }])
      emitter.finish()
    }
    shared.put(share(joining))
    let log = Log<ItemEvent>()
    let returned = concurrently(seconds: 10, [{ shared.value?.observe { log.append($0) } }])
    #expect(returned)
    #expect(log.entries == [.value(1), .finished])
    shared.take()
  }

  private func watched(_ source: ManualSource, _ census: Census) -> Items {
    let canary = census.canary("source")
    let manual = source.signal
    return .deferred {
      _ = canary
      return manual
    }
  }
}
