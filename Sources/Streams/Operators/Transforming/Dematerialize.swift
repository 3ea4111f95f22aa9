extension Signal where Failure == Never {
  /// Makes events of values that are events: what `materialize()` has made values of.
  ///
  /// ```
  /// self              1--2--#--3--|      values: .value(1), .value(2), .failure(#), .value(3)
  /// dematerialize()   1--2--#
  /// ```
  ///
  /// Ends, or fails: with the first value that says so; upstream is cancelled before that is
  /// delivered. Without one it ends when upstream does.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func dematerialize<NewValue: Sendable, NewFailure: Error>() -> Signal<NewValue, NewFailure>
  where Value == Event<NewValue, NewFailure> {
    Signal<NewValue, NewFailure>(over: self) { source, receive, subscription in
      let upstream = subscription.child()
      source.start(
        { event in
          guard upstream.isActive else { return }
          switch event {
          case .value(let next):
            guard next.isTerminal else { return receive(next) }
            upstream.cancel()
            // Its teardown may have cancelled.
            guard subscription.isActive else { return }
            receive(next)
          case .failure(let failure): switch failure {}
          case .finished:
            upstream.end()
            receive(.finished)
          }
        }, upstream)
    }
  }
}
