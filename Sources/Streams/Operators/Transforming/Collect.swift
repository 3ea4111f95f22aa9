extension Signal {
  /// Gathers all values into one array, delivered when the signal has finished.
  ///
  /// ```
  /// self        1--2--3--|
  /// collect()   ---------([1,2,3]|)
  /// ```
  ///
  /// An empty signal gives `[]`. Fails: without an array; the values are let go of before the
  /// failure is delivered.
  ///
  /// - Complexity: O(1) a value on average; stores all values.
  @inlinable
  public func collect() -> Signal<[Value], Failure> {
    gathered(from: []) { values, value in values?.append(value) }
  }
}
