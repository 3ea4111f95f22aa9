extension Signal {
  /// Changes each value, or fails with the signal's own kind of failure.
  ///
  /// ```
  /// self            1--2--x--4--|
  /// tryMap(parse)   1--2--#
  /// ```
  ///
  /// Fails: when `transform` throws; upstream is cancelled first.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func tryMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
  ) -> Signal<NewValue, Failure> {
    Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      let upstream = subscription.child()
      source.start(
        { event in
          guard upstream.isActive else { return }
          switch event {
          case .value(let value):
            do throws(Failure) {
              receive(.value(try transform(value)))
            } catch {
              upstream.cancel()
              // Its teardown may have cancelled.
              guard subscription.isActive else { return }
              receive(.failure(error))
            }
          case .failure(let failure):
            upstream.end()
            receive(.failure(failure))
          case .finished:
            upstream.end()
            receive(.finished)
          }
        }, upstream)
    }
  }
}
