extension Signal {
  /// Counts each observation in `activity` for as long as it runs, changing nothing.
  ///
  /// ```
  /// self                     --1--2--|
  /// trackActivity(loading)   --1--2--|
  /// loading.counts           1-------0
  /// ```
  ///
  /// It counts from before upstream starts until after the end was delivered, or the cancel: once
  /// each, so that a success, a failure and a cancel all leave the count as it was. What starts
  /// another tracked signal at the end of one does not make the count touch zero.
  ///
  /// - Complexity: O(1) a value, nothing is done for one.
  @inlinable
  public func trackActivity(_ activity: Activity) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      let upstream = subscription.child()
      activity.begin()
      // At once when it was cancelled meanwhile.
      upstream.onCancel { activity.end() }
      guard upstream.isActive else { return }
      source.start(
        { event in
          guard event.isTerminal else { return receive(event) }
          // Of an end and a cancel that meet, one wins and is the one that counts.
          guard upstream.end() else { return }
          receive(event)
          activity.end()
        }, upstream)
    }
  }
}
