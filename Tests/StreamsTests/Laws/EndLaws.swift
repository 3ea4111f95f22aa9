import Streams
import StreamsTesting
import Testing

@Suite("G6 and G7: teardown before the end, one finalizer")
struct EndLaws {
  @Test("the source is torn down before its end is delivered", arguments: OperatorTable.all)
  func teardownFirst(row: OperatorRow) {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let scheduler = TestScheduler()
      let source = ManualSource()
      let openAtEnd = Box<Int>()
      let subscription = row(source.signal, scheduler).observe { event in
        if event.isTerminal { openAtEnd.put(source.open) }
      }
      source.send(.value(1))
      for _ in 0..<3 {
        source.send(end)
        scheduler.advance(by: .seconds(60))
      }
      if end == .finished, row.traits.contains(.staysOpen) { continue }
      #expect(openAtEnd.value == 0)
      subscription.cancel()
    }
  }

  @Test("an operator that ends early cancels its source before the value that ends it")
  func early() {
    let early: [@Sendable (Items) -> Items] = [
      { $0.prefix(1) }, { $0.first() }, { zip(Items.just(0), $0).map(\.1) },
      { zip([Items.just(0), $0]).map { $0[1] } }, { $0.prefix(3).first() },
    ]
    for apply in early {
      let source = ManualSource()
      let log = Log<String>()
      apply(source.signal).observe { event in
        if event.isTerminal { log.append("end, \(source.open) open") } else { log.append("value") }
      }
      source.send(.value(1))
      #expect(log.entries == ["value", "end, 0 open"])
    }
    let source = ManualSource()
    let openAtValue = Box<Int>()
    source.signal.prefix(1).observe(value: { _ in openAtValue.put(source.open) })
    source.send(.value(1))
    #expect(openAtValue.value == 0, "prefix cancels before it delivers the last value")
  }

  @Test("when one input fails the other is cancelled before the failure", arguments: PairTable.all)
  func otherInput(row: PairRow) {
    let scheduler = TestScheduler()
    let first = ManualSource()
    let second = ManualSource()
    let openAtEnd = Box<Int>()
    row(first.signal, second.signal, scheduler).observe { event in
      if event.isTerminal { openAtEnd.put(first.open + second.open) }
    }
    first.send(.value(1))
    first.send(.failure(.one))
    scheduler.advance(by: .seconds(60))
    #expect(openAtEnd.value == 0)
    #expect(second.teardowns == second.starts)
  }

  @Test("a timeout cancels its source before it fails")
  func timeout() {
    let scheduler = TestScheduler()
    let source = ManualSource()
    let openAtEnd = Box<Int>()
    source.signal.timeout(.seconds(1), scheduler: scheduler, failure: .two)
      .observe(failure: { _ in openAtEnd.put(source.open) })
    scheduler.advance(by: .seconds(1))
    #expect(openAtEnd.value == 0)
    #expect(scheduler.pending.isEmpty)
  }

  @Test(
    "hooks before an operator: one termination an observation, onCancel for a cancel only",
    arguments: OperatorTable.all)
  func hooksBefore(row: OperatorRow) {
    for way in Way.allCases {
      let hooks = Hooks()
      let trial = EndTrial(build: { source, scheduler in row(hooks.on(source), scheduler) })
      trial.run(way)
      if row.traits.contains(.staysOpen) { trial.subscription.cancel() }
      #expect(hooks.terminations == hooks.starts)
      #expect(hooks.cancels + hooks.ends == hooks.starts)
      if way == .cancel, !row.traits.contains(.endsEarly) { #expect(hooks.ends == 0) }
    }
  }

  @Test(
    "hooks after an operator: exactly one termination, onCancel for a cancel only",
    arguments: OperatorTable.all)
  func hooksAfter(row: OperatorRow) {
    for way in Way.allCases {
      let hooks = Hooks()
      let trial = EndTrial(build: { source, scheduler in hooks.on(row(source, scheduler)) })
      trial.run(way)
      if row.traits.contains(.staysOpen) { trial.subscription.cancel() }
      #expect(hooks.terminations == 1)
      #expect(hooks.cancels + hooks.ends == 1)
      if way == .cancel, !row.traits.contains(.endsEarly) { #expect(hooks.cancels == 1) }
      if way == .finish, !row.traits.contains(.staysOpen) { #expect(hooks.cancels == 0) }
    }
  }

  @Test("onTermination comes after the end was delivered, onCancel before onTermination")
  func order() {
    let log = Log<String>()
    let source = PassthroughSubject<Item, TestFailure>()
    let signal = source.signal.handleEvents(
      onFinished: { log.append("hook") }, onCancel: { log.append("cancel") },
      onTermination: { log.append("termination") })
    signal.observe().cancel()
    #expect(log.entries == ["cancel", "termination"])
    signal.observe(finished: { log.append("end") })
    source.finish()
    #expect(log.entries.suffix(3) == ["hook", "end", "termination"])
  }

  @Test("a cancel and an end that meet: one of them wins, and hooks agree")
  func race() {
    for _ in 0..<500 {
      let hooks = Hooks()
      let source = PassthroughSubject<Item, TestFailure>()
      let ends = Counter()
      let subscription = hooks.on(source.signal).observe(finished: { ends.add() })
      concurrently({ subscription.cancel() }, { source.finish() })
      #expect(hooks.terminations == 1)
      #expect(hooks.cancels + hooks.ends == 1)
      #expect(ends.value <= hooks.ends)
    }
  }
}

private enum Way: CaseIterable {
  case finish, fail, cancel, cancelInside
}

private struct EndTrial {
  let scheduler = TestScheduler()
  let source = ManualSource()
  let subscription = Subscription()
  let build: (Items, TestScheduler) -> Items

  /// The signal is kept by nobody: a run that is shared for ever ends with it.
  func run(_ way: Way) {
    build(source.signal, scheduler).observe(in: subscription) { [subscription] _ in
      if way == .cancelInside { subscription.cancel() }
    }
    source.send(.value(1))
    for _ in 0..<3 {
      switch way {
      case .finish: source.send(.finished)
      case .fail, .cancelInside: source.send(.failure(.one))
      case .cancel: subscription.cancel()
      }
      scheduler.advance(by: .seconds(60))
    }
  }
}

private final class Hooks: Sendable {
  private let counts = Lock((starts: 0, ends: 0, cancels: 0, terminations: 0))

  var starts: Int { counts.withLock { $0.starts } }
  var ends: Int { counts.withLock { $0.ends } }
  var cancels: Int { counts.withLock { $0.cancels } }
  var terminations: Int { counts.withLock { $0.terminations } }

  func on(_ signal: Items) -> Items {
    signal.handleEvents(
      onStart: { [self] in counts.withLock { $0.starts += 1 } },
      onFailure: { [self] _ in counts.withLock { $0.ends += 1 } },
      onFinished: { [self] in counts.withLock { $0.ends += 1 } },
      onCancel: { [self] in counts.withLock { $0.cancels += 1 } },
      onTermination: { [self] in counts.withLock { $0.terminations += 1 } })
  }
}
