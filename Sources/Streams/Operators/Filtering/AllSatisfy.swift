extension Signal {
  /// Whether all values pass `predicate`: false as soon as one does not, true when the signal has
  /// finished.
  ///
  /// ```
  /// self               1--2--3--|
  /// allSatisfy(odd)    ---(false|)
  /// ```
  ///
  /// An empty signal gives true. Ends: with the answer; upstream is cancelled before `false` is
  /// delivered. Fails: when the signal fails before the answer is known.
  ///
  /// - Complexity: O(1) a value, one flag.
  @inlinable
  public func allSatisfy(
    _ predicate: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Bool, Failure> {
    contains { !predicate($0) }.map { !$0 }
  }
}
