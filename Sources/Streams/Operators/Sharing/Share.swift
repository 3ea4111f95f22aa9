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
    let runs = SharedRuns(self)
    return Signal(start: { receive, subscription in runs.observe(receive, subscription) })
  }
}

// MARK: - The run in progress

/// Held by the source only: when the source is gone, nobody can send any more.
private final class HubSender<Value: Sendable, Failure: Error>: Sendable {
  let hub: Hub<Value, Failure>

  init(_ hub: Hub<Value, Failure>) {
    self.hub = hub
  }

  deinit {
    hub.abandon()
  }
}

private final class SharedRuns<Value: Sendable, Failure: Error>: Sendable {
  private struct Run: Sendable {
    let hub = Hub<Value, Failure>(ReplayBuffer(limit: 0, outlivesEnd: false))
    let upstream = Subscription()
    var observers = 1
  }

  private let source: Signal<Value, Failure>
  private let current = Lock<Run?>(nil)

  init(_ source: Signal<Value, Failure>) {
    self.source = source
  }

  func observe(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription) {
    guard subscription.isActive else { return }
    let (run, isFirst) = current.withLock { current -> (Run, Bool) in
      let isFirst = current == nil
      current?.observers += 1
      let run = current ?? Run()
      current = run
      return (run, isFirst)
    }
    subscription.onClose { self.leave(run) }
    run.hub.attach(receive, subscription)
    if isFirst { start(run) }
  }

  private func start(_ run: Run) {
    let sender = HubSender(run.hub)
    source.run(
      { event in
        if event.isTerminal { self.forget(run) }
        sender.hub.send(event)
      }, run.upstream)
  }

  /// The next observer starts a new run.
  private func forget(_ run: Run) {
    current.withLock { current in
      if current?.hub === run.hub { current = nil }
    }
  }

  private func leave(_ run: Run) {
    let isLast = current.withLock { current in
      guard current?.hub === run.hub else { return false }
      current?.observers -= 1
      guard current?.observers == 0 else { return false }
      current = nil
      return true
    }
    if isLast { run.upstream.cancel() }
  }
}
