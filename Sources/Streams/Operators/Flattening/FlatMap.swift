extension Signal {
  /// Starts a signal for each value and passes on what they all deliver, as it comes.
  ///
  /// ```
  /// self           1-----2--|
  /// transform(1)   a--b--c|
  /// transform(2)         x--y|
  /// flatMap        a--b-(cx)-y|
  /// ```
  ///
  /// At most `maxConcurrent` inner signals run; further values wait, first in, first out, and
  /// `transform` is called for one when its slot opens, which is after the inner signal before
  /// has been torn down. Less than 1 is reported (``Misuse``) and taken for 1. Ends: when this
  /// signal and all inner ones have. Fails: with the first failure of any; everything else is
  /// cancelled before it is delivered.
  ///
  /// - Complexity: O(1) a value; stores what waits for a slot.
  @inlinable
  public func flatMap<NewValue: Sendable>(
    maxConcurrent: Int = .max,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    let slots = Misuse.count(maxConcurrent, in: "flatMap(maxConcurrent:)")
    let kept = Kept(transform)
    return Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      guard subscription.isActive, let transform = kept.make else { return }
      let state = FlatMapState<Value>(maxConcurrent: slots)
      FlatMapRun(state, transform, receive, subscription).start(source)
    }
  }

  /// Starts a signal that cannot fail for each value of one that can.
  ///
  /// ```
  /// self           1-----2--#
  /// transform(1)   a--b--c|
  /// transform(2)         x--y|
  /// flatMap        a--b-(cx)-#
  /// ```
  @_disfavoredOverload
  @inlinable
  public func flatMap<NewValue: Sendable>(
    maxConcurrent: Int = .max,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Never>
  ) -> Signal<NewValue, Failure> {
    flatMap(maxConcurrent: maxConcurrent) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Starts a signal that can fail for each value and passes on what they all deliver.
  ///
  /// ```
  /// self           1-----2--|
  /// transform(1)   a--b--c|
  /// transform(2)         x--#
  /// flatMap        a--b-(cx)-#
  /// ```
  ///
  /// The values of this signal cannot fail, those it leads to can.
  @_disfavoredOverload
  @inlinable
  public func flatMap<NewValue: Sendable, NewFailure: Error>(
    maxConcurrent: Int = .max,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, NewFailure>
  ) -> Signal<NewValue, NewFailure> {
    setFailureType(to: NewFailure.self).flatMap(maxConcurrent: maxConcurrent, transform)
  }
}
