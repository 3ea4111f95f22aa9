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
  public func delay(for interval: Duration, scheduler: any Scheduler) -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      DelayRun(interval, scheduler, receive, subscription).start(self)
    })
  }
}

// MARK: - One observation

private final class DelayRun<Value: Sendable, Failure: Error>: Sendable {
  private enum Input: Sendable {
    case event(Event<Value, Failure>)
    case due
  }

  private let interval: Duration
  private let scheduler: any Scheduler
  private let receive: Signal<Value, Failure>.Receive
  private let subscription: Subscription
  private let inputs = Drain<Input>()
  private let waiting = SerialState(Fifo<(due: Instant, event: Event<Value, Failure>)>())
  private let timer: DeferredTimer<DelayRun>

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

  func start(_ source: Signal<Value, Failure>) {
    subscription.onClose { [timer] in timer.cancel() }
    let upstream = subscription.child()
    source.start(
      { event in
        if event.isTerminal { upstream.end() }
        self.send(.event(event))
      }, upstream)
  }

  private func send(_ input: Input) {
    inputs.send(input) { handle($0) }
  }

  private func handle(_ input: Input) {
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
  private func deliverDue() {
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
