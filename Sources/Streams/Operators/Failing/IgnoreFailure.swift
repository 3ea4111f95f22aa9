extension Signal {
  /// Finishes instead of failing.
  ///
  /// ```
  /// self              1--2--#
  /// ignoreFailure()   1--2--|
  /// ```
  ///
  /// Fails: never. Nobody is told why the signal ended: `handleEvents(onFailure:)` before it can
  /// write that down.
  @inlinable
  public func ignoreFailure() -> Signal<Value, Never> {
    Signal<Value, Never>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value): receive(.value(value))
          case .failure, .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}
