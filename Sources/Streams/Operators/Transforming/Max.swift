extension Signal {
  /// The greatest value by an order of your own, delivered when the signal has finished.
  ///
  /// ```
  /// self      2--3--1--|
  /// max(by)   ---------(3|)
  /// ```
  ///
  /// `areInIncreasingOrder(a, b)` says whether a comes before b. Of equal values the first is
  /// delivered, of an empty signal none. Fails: without a value.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal {
    gathered { greatest, value in
      if let known = greatest, !areInIncreasingOrder(known, value) { return }
      greatest = value
    }
  }
}

extension Signal where Value: Comparable {
  /// The greatest value, delivered when the signal has finished.
  ///
  /// ```
  /// self    2--3--1--|
  /// max()   ---------(3|)
  /// ```
  ///
  /// Of equal values the first is delivered, of an empty signal none. Fails: without a value.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func max() -> Signal {
    max { $0 < $1 }
  }
}
