extension Signal {
  /// Shifts every event by `interval`, the end too.
  ///
  /// ```
  /// self       1--2--#
  /// delay(2)   --1--2--#
  /// ```
  ///
  /// The order is kept and a failure is not promoted. A cancel drops what waits.
  ///
  /// - Complexity: O(1) a value; stores what waits; one timer an observation.
  @inlinable
  public func delay(for interval: Duration, scheduler: some Scheduler) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      DelayRun(interval, scheduler, receive, subscription).start(source)
    }
  }
}

// MARK: - One observation

@usableFromInline
final class DelayRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Input: Sendable {
    case event(Event<Value, Failure>)
    case due
  }

  @usableFromInline let interval: Duration
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let waiting = SerialState(Fifo<(due: Instant, event: Event<Value, Failure>)>())
  @usableFromInline let timer: DeferredTimer<DelayRun>

  @inlinable
  init(
    _ interval: Duration, _ scheduler: any Scheduler,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.receive = receive
    self.subscription = subscription
    timer = DeferredTimer(scheduler) { run, _ in run.send(.due) }
  }

  @inlinable
  func start(_ source: Signal<Value, Failure>) {
    subscription.onClose { [timer] in timer.cancel() }
    source.startPart(of: subscription) { event in self.send(.event(event)) }
  }

  @inlinable
  func send(_ input: Input) {
    inputs.send(input) { handle($0) }
  }

  @inlinable
  func handle(_ input: Input) {
    guard subscription.isActive else { return waiting.value.removeAll() }
    switch input {
    case .event(let event):
      let due = scheduler.now.advanced(by: interval)
      let isFirst = waiting.value.isEmpty
      waiting.value.append((due, event))
      if isFirst { timer.set(at: due, for: self) }
    case .due:
      deliverDue()
    }
  }

  /// Everything that is due now, then the timer for what is next.
  @inlinable
  func deliverDue() {
    let now = scheduler.now
    var isAny = false
    while let next = waiting.value.first {
      // The first is due because its timer fired, whatever the clock says.
      guard !isAny || next.due <= now else { return timer.set(at: next.due, for: self) }
      isAny = true
      _ = waiting.value.popFirst()
      receive(next.event)
      guard subscription.isActive else { return waiting.value.removeAll() }
    }
  }
}
