extension Signal {
  /// Delivers every event on `scheduler`, in order.
  ///
  /// ```
  /// self             1--2--#
  /// receive(on: s)   1--2--#      on s
  /// ```
  ///
  /// First in, first out; a failure is not promoted. Events that come while earlier ones are
  /// being delivered go out in the same turn of the scheduler. A cancel drops what is queued.
  ///
  /// - Complexity: O(1) a value; one timer an observation, set once a turn.
  @inlinable
  public func receive(on scheduler: some Scheduler) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      HopRun(scheduler, receive, subscription).start(source)
    }
  }
}

// MARK: - One observation

@usableFromInline
final class HopRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var waiting: [Event<Value, Failure>] = []
    @usableFromInline var isScheduled = false

    @inlinable init() {}
  }

  @usableFromInline let deliver: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let state = Lock(State())
  @usableFromInline let timer: DeferredTimer<HopRun>

  @inlinable
  init(
    _ scheduler: any Scheduler, _ deliver: @escaping Signal<Value, Failure>.Receive,
    _ subscription: Subscription
  ) {
    self.deliver = deliver
    self.subscription = subscription
    timer = DeferredTimer(scheduler) { run, _ in run.deliverWaiting() }
  }

  @inlinable
  func start(_ source: Signal<Value, Failure>) {
    subscription.onClose { [timer] in timer.cancel() }
    source.startPart(of: subscription) { event in self.queue(event) }
  }

  @inlinable
  func queue(_ event: Event<Value, Failure>) {
    guard subscription.isActive else { return }
    let isFirst = state.withLock { state in
      state.waiting.append(event)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    // The beginning of the time line has passed, which means as soon as possible.
    if isFirst { timer.set(at: .zero, for: self) }
  }

  @inlinable
  func deliverWaiting() {
    var batch: [Event<Value, Failure>] = []
    while true {
      state.withLock { state in
        swap(&batch, &state.waiting)
        if batch.isEmpty { state.isScheduled = false }
      }
      guard !batch.isEmpty else { return }
      for event in batch {
        guard subscription.isActive else { break }
        deliver(event)
      }
      batch.removeAll(keepingCapacity: true)
    }
  }
}
