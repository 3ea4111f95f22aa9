extension Signal {
  /// Starts the work on `scheduler`.
  ///
  /// ```
  /// self               1--2--|      started on s
  /// subscribe(on: s)   1--2--|
  /// ```
  ///
  /// Only the start hops: events arrive where the source delivers them, ``receive(on:)`` chooses
  /// that. Cancel: before the start it prevents it; it runs inline, on the cancelling thread.
  ///
  /// - Complexity: O(1) an observation, one timer until the start; nothing a value.
  @inlinable
  public func subscribe(on scheduler: some Scheduler) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      StartRun(source, scheduler, receive, subscription).schedule()
    }
  }
}

// MARK: - A start to come

/// Held by its timer until it has come: afterwards nothing of it stands between the events.
@usableFromInline
final class StartRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let source: Signal<Value, Failure>
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let timer: DeferredTimer<StartRun>

  @inlinable
  init(
    _ source: Signal<Value, Failure>, _ scheduler: any Scheduler,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription
  ) {
    self.source = source
    self.receive = receive
    self.subscription = subscription
    timer = DeferredTimer(scheduler) { run, _ in run.start() }
  }

  @inlinable
  func schedule() {
    subscription.onClose { [timer] in timer.cancel() }
    // The beginning of the time line has passed, which means as soon as possible.
    timer.set(at: .zero, for: self)
  }

  @inlinable
  func start() {
    timer.cancel()
    guard subscription.isActive else { return }
    source.start(receive, subscription)
  }
}
