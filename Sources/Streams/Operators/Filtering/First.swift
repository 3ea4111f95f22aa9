extension Signal {
  /// Passes the first value and finishes; an empty signal stays empty.
  ///
  /// ```
  /// self      --1--2--3--|
  /// first()   --(1|)
  /// ```
  ///
  /// Ends: with the first value; upstream is cancelled before it is delivered.
  @inlinable
  public func first() -> Signal {
    prefix(1)
  }

  /// Passes the first value that passes `predicate` and finishes.
  ///
  /// ```
  /// self                 1--2--3--4--|
  /// first(where: even)   ---(2|)
  /// ```
  ///
  /// Ends: with that value; upstream is cancelled before it is delivered. When none passes the
  /// result is empty.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func first(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal {
    filter(predicate).first()
  }
}
