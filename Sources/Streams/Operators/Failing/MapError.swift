extension Signal {
  /// Changes the failure.
  ///
  /// ```
  /// self            1--2--#a
  /// mapError(b)     1--2--#b
  /// ```
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value): receive(.value(value))
          case .failure(let failure): receive(.failure(transform(failure)))
          case .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}
