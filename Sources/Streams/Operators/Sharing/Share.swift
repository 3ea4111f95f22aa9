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
  ///
  /// - Complexity: O(observers) a value.
  @inlinable
  public func share() -> Signal {
    share(replay: 0, scope: .whileObserved)
  }
}
