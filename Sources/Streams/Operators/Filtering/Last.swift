extension Signal {
  /// The last value, delivered when the signal has finished; an empty signal stays empty.
  ///
  /// ```
  /// self     1--2--3--|
  /// last()   ---------(3|)
  /// ```
  ///
  /// Fails: without a value; the one that was kept is let go of before the failure is delivered.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func last() -> Signal {
    gathered { last, value in last = value }
  }

  /// The last value that passes `predicate`, delivered when the signal has finished.
  ///
  /// ```
  /// self                1--2--3--|
  /// last(where: even)   ---------(2|)
  /// ```
  ///
  /// When none passes the result is empty. Fails: without a value.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func last(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal {
    filter(predicate).last()
  }
}
