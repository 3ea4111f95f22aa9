/// Who may hear the runs of a shared signal: held by the signal value and by each observation, not
/// by a run. When the last of them has gone nobody can hear a run any more, and one that still goes
/// on is cancelled. That is the whole ownership: no count of copies and no weak reference.
@usableFromInline
final class ShareOwner<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let runs: SharedRuns<Value, Failure>

  @usableFromInline
  init(replay: Int, _ scope: ShareScope) {
    runs = SharedRuns(replay: replay, scope)
  }

  deinit {
    runs.close()
  }

  @inlinable
  func observe(
    _ source: Signal<Value, Failure>, _ receive: @escaping Signal<Value, Failure>.Receive,
    _ subscription: Subscription
  ) {
    let observer = Receiver { event in if subscription.isActive { receive(event) } }
    let arrival = runs.arrive(observer, subscription)
    let run = arrival.run
    keep(for: subscription, run.number, isDeep: source.depth >= 64 || subscription.nesting >= 64)
    run.hub.take(arrival.place)
    if arrival.isFirst { runs.start(source, run) }
  }

  /// Holds the owner for as long as this observation lasts. Owners hold each other as deep as
  /// shared signals stand on each other; a deep one is let go of by a loop (G8).
  @usableFromInline
  func keep(for subscription: Subscription, _ number: Int, isDeep: Bool) {
    if isDeep {
      let owner = Fuse(self)
      subscription.onDeparture { owner.value?.runs.leave(number) }
    } else {
      subscription.onDeparture { self.runs.leave(number) }
    }
  }
}

/// The runs of a shared signal, one after another. Knows the one in progress, not the source:
/// whoever observes brings it along.
@usableFromInline
final class SharedRuns<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct Run: Sendable {
    @usableFromInline let number: Int
    @usableFromInline let hub: Hub<Value, Failure>
    @usableFromInline let upstream: Subscription

    @usableFromInline
    init(number: Int, hub: Hub<Value, Failure>, inside subscription: Subscription) {
      self.number = number
      self.hub = hub
      upstream = Subscription(nesting: subscription.nesting, subscription.rise)
    }
  }

  /// Where an observer has arrived.
  @usableFromInline
  struct Arrival: Sendable {
    @usableFromInline let run: Run
    /// Whether the run is the observer's to start.
    @usableFromInline let isFirst: Bool
    @usableFromInline let place: Hub<Value, Failure>.Place
  }

  private struct State: Sendable {
    var decisions: ShareDecisions
    var current: Run?
  }

  private let replay: Int
  private let state: Lock<State>

  @usableFromInline
  init(replay: Int, _ scope: ShareScope) {
    self.replay = replay
    state = Lock(State(decisions: ShareDecisions(scope)))
  }

  /// The run for who comes now. To choose it and to queue the arrival there is one step: a run is
  /// taken out before its end is sent, so nobody gets an end without what came before it (rule 38).
  @usableFromInline
  func arrive(_ observer: Receiver<Value, Failure>, _ subscription: Subscription) -> Arrival {
    state.withLock { state in
      let isFirst = state.decisions.arrive() == .start
      let run = state.current ?? newRun(state.decisions, subscription)
      state.current = run
      let place = run.hub.queueArrival(observer, subscription)
      return Arrival(run: run, isFirst: isFirst, place: place)
    }
  }

  private func newRun(_ decisions: ShareDecisions, _ subscription: Subscription) -> Run {
    let buffer = ReplayBuffer<Value>(limit: replay, outlivesEnd: decisions.scope == .forever)
    return Run(number: decisions.run, hub: Hub(buffer), inside: subscription)
  }

  @inlinable
  func start(_ source: Signal<Value, Failure>, _ run: Run) {
    let sender = RunSender(run.hub)
    let number = run.number
    source.run(
      { event in
        if event.isTerminal { self.end(number, event) }
        sender.hub.send(event)
      }, run.upstream)
  }

  @usableFromInline
  func end(_ number: Int, _ event: Event<Value, Failure>) {
    let isFailure = if case .failure = event { true } else { false }
    obey { $0.end(number, isFailure: isFailure) }?.cancel()
  }

  /// Answers with the run that nobody is left for, for the caller to cancel.
  func leave(_ number: Int) -> Subscription? {
    obey { $0.leave(number) }
  }

  @usableFromInline
  func close() {
    obey { $0.close() }?.cancel()
  }

  /// What is taken out under the lock is released after it; what is to be cancelled is the answer.
  private func obey(
    _ decide: (inout ShareDecisions) -> ShareDecisions.Effect
  ) -> Subscription? {
    let (effect, run) = state.withLock { state -> (ShareDecisions.Effect, Run?) in
      let effect = decide(&state.decisions)
      guard effect != .none else { return (effect, nil) }
      defer { state.current = nil }
      return (effect, state.current)
    }
    return effect == .cancel ? run?.upstream : nil
  }
}

/// Held by the source alone: when the source goes away without an end, nobody can send any more
/// and the observers are let go of (G10). The run goes on, silent, until the last of them leaves.
@usableFromInline
final class RunSender<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let hub: Hub<Value, Failure>

  @inlinable
  init(_ hub: Hub<Value, Failure>) {
    self.hub = hub
  }

  deinit {
    hub.abandon()
  }
}

// MARK: - What to do

/// The decisions of a shared signal: no lock, no observer. What an observer, or the end, of an
/// earlier run does is about nothing any more.
@usableFromInline
struct ShareDecisions: Sendable {
  enum Arrival: Sendable {
    case start, join
  }

  enum Effect: Sendable {
    case none
    /// The run has ended and is not for those to come.
    case forget
    /// The run is not for anybody.
    case cancel
  }

  let scope: ShareScope
  /// The number of the latest run, from 1.
  private(set) var run = 0
  /// Whether who comes joins the latest run.
  private var isOpen = false
  private var observers = 0

  init(_ scope: ShareScope) {
    self.scope = scope
  }

  mutating func arrive() -> Arrival {
    observers += 1
    if isOpen { return .join }
    run += 1
    observers = 1
    isOpen = true
    return .start
  }

  mutating func leave(_ number: Int) -> Effect {
    guard isOpen, number == run else { return .none }
    observers -= 1
    guard scope == .whileObserved, observers == 0 else { return .none }
    isOpen = false
    return .cancel
  }

  mutating func end(_ number: Int, isFailure: Bool) -> Effect {
    guard isOpen, number == run, isFailure || scope == .whileObserved else { return .none }
    isOpen = false
    return .forget
  }

  /// Nobody can come any more.
  mutating func close() -> Effect {
    defer { isOpen = false }
    return isOpen ? .cancel : .none
  }
}
