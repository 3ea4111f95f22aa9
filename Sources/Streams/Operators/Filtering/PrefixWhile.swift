extension Signal {
  /// Passes values for as long as they pass `predicate`, then finishes.
  ///
  /// ```
  /// self                 1--2--3--1--|
  /// prefix(while: < 3)   1--2--|
  /// ```
  ///
  /// Ends: with the first value that does not pass, which is not delivered; upstream is cancelled
  /// first.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func prefix(while predicate: @escaping @Sendable (Value) -> Bool) -> Signal {
    Signal(over: self) { source, receive, subscription in
      let upstream = subscription.child()
      source.start(
        { event in
          guard upstream.isActive else { return }
          switch event {
          case .value(let value):
            if predicate(value) { return receive(event) }
            // The predicate may have cancelled.
            guard upstream.isActive else { return }
            upstream.cancel()
            // And so may its teardown.
            guard subscription.isActive else { return }
            receive(.finished)
          case .failure, .finished:
            upstream.end()
            receive(event)
          }
        }, upstream)
    }
  }
}
