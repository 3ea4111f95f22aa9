extension Signal {
  /// One run of this signal for all who observe the result at the same time.
  ///
  /// ```
  /// self      1--2--3--|      one run
  /// first     1--2--3--|
  /// second       2--3--|
  /// ```
  ///
  /// The first observer starts the run, the last to leave cancels it, a cancelled one leaves the
  /// others alone. After an end the next observer starts a new run, so a signal that ends at once
  /// is not shared. The signal value is what is shared: two calls of `share()` are two.
  @inlinable
  public func share() -> Signal {
    let runs = SharedRuns<Value, Failure>()
    return Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      runs.observe(source, receive, subscription)
    }
  }
}

// MARK: - The run in progress

/// Knows the run in progress, not the source: whoever observes brings it along.
@usableFromInline
final class SharedRuns<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct Run: Sendable {
    @usableFromInline let hub = Hub<Value, Failure>(ReplayBuffer(limit: 0, outlivesEnd: false))
    @usableFromInline let upstream = Subscription()
    @usableFromInline var observers = 0

    @inlinable init() {}
  }

  @usableFromInline let current = Lock<Run?>(nil)

  @inlinable init() {}

  @inlinable
  func observe(
    _ source: Signal<Value, Failure>, _ receive: @escaping Signal<Value, Failure>.Receive,
    _ subscription: Subscription
  ) {
    let newRun = Run()
    let (run, isFirst) = current.withLock { current in
      let isFirst = current == nil
      var run = current ?? newRun
      run.observers += 1
      current = run
      return (run, isFirst)
    }
    subscription.onClose { self.leave(run.upstream) }
    run.hub.attach(receive, subscription)
    if isFirst { start(source, run.hub, run.upstream) }
  }

  @inlinable
  func start(
    _ source: Signal<Value, Failure>, _ hub: Hub<Value, Failure>, _ upstream: Subscription
  ) {
    let sender = RunSender(hub)
    source.run(
      { event in
        if event.isTerminal { self.forget(upstream) }
        sender.hub.send(event)
      }, upstream)
  }

  /// The next observer starts a new run.
  @inlinable
  func forget(_ upstream: Subscription) {
    let forgotten = current.withLock { current -> Run? in
      guard current?.upstream === upstream else { return nil }
      defer { current = nil }
      return current
    }
    _ = forgotten
  }

  @inlinable
  func leave(_ upstream: Subscription) {
    let last = current.withLock { current -> Run? in
      guard current?.upstream === upstream else { return nil }
      current?.observers -= 1
      guard current?.observers == 0 else { return nil }
      defer { current = nil }
      return current
    }
    last?.upstream.cancel()
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
