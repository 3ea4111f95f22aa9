extension Signal {
  /// Starts a signal for a value and ignores further values until it has finished.
  ///
  /// ```
  /// self           1--2--3----|
  /// transform(1)   a---b|
  /// transform(3)         x--y|
  /// flatMapFirst   a---b-x--y-|
  /// ```
  ///
  /// For what must not be begun twice: a tap on "send" while the first request still runs is
  /// ignored, and `transform` is not called for it. The next value counts after the inner signal
  /// has finished and was torn down. Ends: when this signal has finished and no inner one runs.
  /// Fails: with the first failure; an inner one that runs is cancelled first.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func flatMapFirst<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    let kept = Kept(transform)
    return Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      guard subscription.isActive, let transform = kept.make else { return }
      let state = FlatMapState<Value>(maxConcurrent: 1, keepsWaiting: false)
      FlatMapRun(state, transform, receive, subscription).start(source)
    }
  }

  /// Starts a signal that cannot fail for a value, and ignores values until it has finished.
  ///
  /// ```
  /// self           1--2--3--#
  /// transform(1)   a---b|
  /// transform(3)         x--y|
  /// flatMapFirst   a---b-x--#
  /// ```
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Never>
  ) -> Signal<NewValue, Failure> {
    flatMapFirst { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Starts a signal that can fail for a value and ignores further values until it has finished.
  ///
  /// ```
  /// self           1--2--3--|
  /// transform(1)   a---b|
  /// transform(3)         x#
  /// flatMapFirst   a---b-x#
  /// ```
  ///
  /// The values of this signal cannot fail, those it leads to can.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<NewValue: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, NewFailure>
  ) -> Signal<NewValue, NewFailure> {
    setFailureType(to: NewFailure.self).flatMapFirst(transform)
  }
}
