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
  @inlinable
  public func debounce(for interval: Duration, scheduler: some Scheduler) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      DebounceRun(interval, scheduler, receive, subscription).start(source)
    }
  }
}

// MARK: - One observation

@usableFromInline
final class DebounceRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Input: Sendable {
    case event(Event<Value, Failure>)
    case due(Instant)
  }

  @usableFromInline
  struct State {
    @usableFromInline var waiting: Value?
    @usableFromInline var due: Instant

    @inlinable
    init(waiting: Value? = nil, due: Instant = .zero) {
      self.waiting = waiting
      self.due = due
    }
  }

  @usableFromInline let interval: Duration
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let state = SerialState(State())
  @usableFromInline let timer: DeferredTimer<DebounceRun>

  @inlinable
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

  @inlinable
  func start(_ source: Signal<Value, Failure>) {
    subscription.onClose { [timer] in timer.cancel() }
    source.start({ event in self.send(.event(event)) }, subscription)
  }

  @inlinable
  func send(_ input: Input) {
    inputs.send(input) { handle($0) }
  }

  @inlinable
  func handle(_ input: Input) {
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

  @inlinable
  func takeWaiting() -> Value? {
    defer { state.value.waiting = nil }
    return state.value.waiting
  }
}
