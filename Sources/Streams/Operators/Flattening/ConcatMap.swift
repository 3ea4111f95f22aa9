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

  /// Starts a signal that cannot fail for each value of one that can, one after another.
  ///
  /// ```
  /// self           1--2-----#
  /// transform(1)   a----b|
  /// transform(2)        x--y|
  /// concatMap      a----bx--#
  /// ```
  @_disfavoredOverload
  @inlinable
  public func concatMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Never>
  ) -> Signal<NewValue, Failure> {
    concatMap { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Starts a signal that can fail for each value, one after another, in order.
  ///
  /// ```
  /// self           1--2--|
  /// transform(1)   a----b|
  /// transform(2)        x--#
  /// concatMap      a----bx--#
  /// ```
  ///
  /// The values of this signal cannot fail, those it leads to can.
  @_disfavoredOverload
  @inlinable
  public func concatMap<NewValue: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, NewFailure>
  ) -> Signal<NewValue, NewFailure> {
    setFailureType(to: NewFailure.self).concatMap(transform)
  }
}
