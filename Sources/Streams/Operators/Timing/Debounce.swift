extension Signal {
  /// Delivers a value when no other has come for `interval`.
  ///
  /// ```
  /// self          1-2-3------4-----5|
  /// debounce(3)   -------3------4--(5|)
  /// ```
  ///
  /// The quiet time starts again with each value. Ends: a value that waits goes out first, both at
  /// once. Fails: at once; a value that waits is dropped. A value that comes at exactly the due
  /// time is first come, first served with the timer.
  ///
  /// - Complexity: O(1) a value; one timer an observation, which each value moves.
  public func debounce(for interval: Duration, scheduler: any Scheduler) -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      DebounceRun(interval, scheduler, receive, subscription).start(self)
    })
  }
}

// MARK: - One observation

private final class DebounceRun<Value: Sendable, Failure: Error>: Sendable {
  private enum Input: Sendable {
    case event(Event<Value, Failure>)
    case due(Instant)
  }

  private struct State {
    var waiting: Value?
    var due = Instant.zero
  }

  private let interval: Duration
  private let scheduler: any Scheduler
  private let receive: Signal<Value, Failure>.Receive
  private let subscription: Subscription
  private let inputs = Drain<Input>()
  private let state = SerialState(State())
  private let timer: DeferredTimer<DebounceRun>

  init(
    _ interval: Duration, _ scheduler: any Scheduler,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.receive = receive
    self.subscription = subscription
    timer = DeferredTimer(scheduler) { run, due in run.send(.due(due)) }
  }

  func start(_ source: Signal<Value, Failure>) {
    subscription.onClose { [timer] in timer.cancel() }
    source.start({ event in self.send(.event(event)) }, subscription)
  }

  private func send(_ input: Input) {
    inputs.send(input) { handle($0) }
  }

  private func handle(_ input: Input) {
    guard subscription.isActive else {
      state.value.waiting = nil
      return
    }
    switch input {
    case .event(.value(let value)):
      let due = scheduler.now.advanced(by: interval)
      state.value = State(waiting: value, due: due)
      timer.set(at: due, for: self)
    case .event(let end):
      timer.cancel()
      let last = takeWaiting()
      if case .finished = end, let last { receive(.value(last)) }
      if subscription.isActive { receive(end) }
    case .due(let due):
      // A timer that was moved while it fired is about a value that has been replaced.
      guard due == state.value.due, let value = takeWaiting() else { return }
      receive(.value(value))
    }
  }

  private func takeWaiting() -> Value? {
    defer { state.value.waiting = nil }
    return state.value.waiting
  }
}
