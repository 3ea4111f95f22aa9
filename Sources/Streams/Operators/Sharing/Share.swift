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
  /// others alone. After an end the next observer starts a new run. The signal value is what is
  /// shared: two calls of `share()` are two.
  public func share() -> Signal {
    let runs = SharedRuns<Value, Failure>()
    return Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      runs.observe(self, receive, subscription)
    })
  }
}

// MARK: - The run in progress

/// Knows the run in progress. The hub, and with it the observers, is held by the source that sends
/// into it: when the source goes away, they go too (G10).
private final class SharedRuns<Value: Sendable, Failure: Error>: Sendable {
  private struct Run: Sendable {
    weak var hub: Hub<Value, Failure>?
    let upstream = Subscription()
    var observers = 0
  }

  private let current = Lock<Run?>(nil)

  func observe(
    _ source: Signal<Value, Failure>, _ receive: @escaping Signal<Value, Failure>.Receive,
    _ subscription: Subscription
  ) {
    let newHub = Hub<Value, Failure>(ReplayBuffer(limit: 0, outlivesEnd: false))
    let (hub, upstream, isFirst) = current.withLock { current in
      let isFirst = current == nil
      var run = current ?? Run(hub: newHub)
      run.observers += 1
      current = run
      return (run.hub, run.upstream, isFirst)
    }
    subscription.onClose { self.leave(upstream) }
    hub?.attach(receive, subscription)
    if isFirst { start(source, newHub, upstream) }
  }

  private func start(
    _ source: Signal<Value, Failure>, _ hub: Hub<Value, Failure>, _ upstream: Subscription
  ) {
    source.run(
      { event in
        if event.isTerminal { self.forget(upstream) }
        hub.send(event)
      }, upstream)
  }

  /// The next observer starts a new run.
  private func forget(_ upstream: Subscription) {
    current.withLock { current in
      if current?.upstream === upstream { current = nil }
    }
  }

  private func leave(_ upstream: Subscription) {
    let isLast = current.withLock { current in
      guard current?.upstream === upstream else { return false }
      current?.observers -= 1
      guard current?.observers == 0 else { return false }
      current = nil
      return true
    }
    if isLast { upstream.cancel() }
  }
}
