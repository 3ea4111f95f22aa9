extension Signal {
  /// Starts a signal for each value, one after another, in order.
  ///
  /// ```
  /// self           1--2--|
  /// transform(1)   a----b|
  /// transform(2)        x--y|
  /// concatMap      a----bx--y|
  /// ```
  ///
  /// `flatMap(maxConcurrent: 1)`: a value waits until the inner signal before has finished and was
  /// torn down, and only then is `transform` called for it.
  @inlinable
  public func concatMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    flatMap(maxConcurrent: 1, transform)
  }
}
