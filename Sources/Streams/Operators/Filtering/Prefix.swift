extension Signal {
  /// Passes the first `count` values, then finishes.
  ///
  /// ```
  /// self        1--2--3--4--|
  /// prefix(2)   1--(2|)
  /// ```
  ///
  /// Ends: with the last value it passes, in the same turn; upstream is cancelled first. With a
  /// count of 0 or less it finishes at once and upstream is never started.
  ///
  /// - Complexity: O(1) a value, one number.
  @inlinable
  public func prefix(_ count: Int) -> Signal {
    guard count > 0 else { return .empty() }
    return Signal(over: self) { source, receive, subscription in
      let left = SerialState(count)
      let upstream = subscription.child()
      source.start(
        { event in
          guard upstream.isActive else { return }
          guard case .value = event else {
            upstream.end()
            return receive(event)
          }
          left.value -= 1
          guard left.value == 0 else { return receive(event) }
          upstream.cancel()
          // Its teardown may have cancelled.
          guard subscription.isActive else { return }
          receive(event)
          if subscription.isActive { receive(.finished) }
        }, upstream)
    }
  }
}
