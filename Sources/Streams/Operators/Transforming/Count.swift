extension Signal {
  /// How many values there were, delivered when the signal has finished.
  ///
  /// ```
  /// self      1--7--5--|
  /// count()   ---------(3|)
  /// ```
  ///
  /// An empty signal gives 0. Fails: without a number.
  ///
  /// - Complexity: O(1) a value, one number.
  @inlinable
  public func count() -> Signal<Int, Failure> {
    reduce(0) { count, _ in count &+ 1 }
  }
}
