extension Signal {
  /// Changes each value.
  ///
  /// ```
  /// self        1--2--3--|
  /// map(x10)   10-20-30--|
  /// ```
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Signal<NewValue, Failure> {
    Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value): receive(.value(transform(value)))
          case .failure(let failure): receive(.failure(failure))
          case .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}
