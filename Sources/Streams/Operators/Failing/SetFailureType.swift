extension Signal where Failure == Never {
  /// The same signal, typed as one that could fail, so that it fits beside others.
  ///
  /// ```
  /// self                 1--2--|
  /// setFailureType(E)    1--2--|
  /// ```
  @inlinable
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value): receive(.value(value))
          case .failure(let failure): switch failure {}
          case .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}
