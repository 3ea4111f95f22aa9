extension Signal {
  /// Calls hooks beside the events, changing nothing.
  ///
  /// ```
  /// self            --1--2--|
  /// handleEvents    --1--2--|
  /// ```
  ///
  /// Each hook runs before its event is delivered, on the delivering thread; `onStart` runs
  /// before upstream starts. `onCancel` runs for a real cancel only. `onTermination` runs exactly
  /// once, after the end was delivered or after `onCancel` (G7).
  @inlinable
  public func handleEvents(
    onStart: (@Sendable () -> Void)? = nil,
    onValue: (@Sendable (Value) -> Void)? = nil,
    onFailure: (@Sendable (Failure) -> Void)? = nil,
    onFinished: (@Sendable () -> Void)? = nil,
    onCancel: (@Sendable () -> Void)? = nil,
    onTermination: (@Sendable () -> Void)? = nil
  ) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      let upstream = subscription.child()
      if onCancel != nil || onTermination != nil {
        upstream.onCancel {
          onCancel?()
          onTermination?()
        }
      }
      onStart?()
      guard upstream.isActive else { return }
      source.start(
        { event in
          switch event {
          case .value(let value):
            guard upstream.isActive else { return }
            onValue?(value)
            receive(event)
          case .failure(let failure):
            guard upstream.end() else { return }
            onFailure?(failure)
            receive(event)
            onTermination?()
          case .finished:
            guard upstream.end() else { return }
            onFinished?()
            receive(event)
            onTermination?()
          }
        }, upstream)
    }
  }
}
