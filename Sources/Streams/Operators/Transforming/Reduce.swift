extension Signal {
  /// Gathers all values into one result, delivered when the signal has finished.
  ///
  /// ```
  /// self           1--2--3--|
  /// reduce(0, +)   ---------(6|)
  /// ```
  ///
  /// An empty signal gives `initialResult`. Fails: without a result; what was gathered is let go
  /// of before the failure is delivered.
  ///
  /// - Complexity: O(1) a value beside the closure, one stored result. Each result is made anew:
  ///   to gather a list, `collect()` is the faster way.
  @inlinable
  public func reduce<Result: Sendable>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    gathered(from: initialResult) { result, value in
      if let partial = result { result = nextPartialResult(partial, value) }
    }
  }
}
