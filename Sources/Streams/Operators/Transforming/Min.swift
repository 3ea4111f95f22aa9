extension Signal {
  /// The least value by an order of your own, delivered when the signal has finished.
  ///
  /// ```
  /// self      2--1--3--|
  /// min(by)   ---------(1|)
  /// ```
  ///
  /// `areInIncreasingOrder(a, b)` says whether a comes before b. Of equal values the first is
  /// delivered, of an empty signal none. Fails: without a value.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal {
    gathered { least, value in
      if let known = least, !areInIncreasingOrder(value, known) { return }
      least = value
    }
  }
}

extension Signal where Value: Comparable {
  /// The least value, delivered when the signal has finished.
  ///
  /// ```
  /// self    2--1--3--|
  /// min()   ---------(1|)
  /// ```
  ///
  /// Of equal values the first is delivered, of an empty signal none. Fails: without a value.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func min() -> Signal {
    min { $0 < $1 }
  }
}
