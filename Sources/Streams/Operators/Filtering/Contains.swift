extension Signal {
  /// Whether there is a value that passes `predicate`: true as soon as one comes, false when the
  /// signal has finished without.
  ///
  /// ```
  /// self                    1--2--3--|
  /// contains(where: even)   ---(true|)
  /// ```
  ///
  /// Ends: with the answer; upstream is cancelled before `true` is delivered. Fails: when the
  /// signal fails before the answer is known.
  ///
  /// - Complexity: O(1) a value, one flag.
  @inlinable
  public func contains(
    where predicate: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Bool, Failure> {
    first(where: predicate).map { _ in true }.replaceEmpty(with: false)
  }
}

extension Signal where Value: Equatable {
  /// Whether there is a value that equals `value`: true as soon as it comes, false when the signal
  /// has finished without.
  ///
  /// ```
  /// self          1--2--3--|
  /// contains(2)   ---(true|)
  /// ```
  ///
  /// Ends: with the answer; upstream is cancelled before `true` is delivered. Fails: when the
  /// signal fails before the answer is known.
  ///
  /// - Complexity: O(1) a value, one flag.
  @inlinable
  public func contains(_ value: Value) -> Signal<Bool, Failure> {
    contains { $0 == value }
  }
}
