extension Signal {
  /// Changes each value and drops what becomes nil.
  ///
  /// ```
  /// self                "1"--"x"--"3"--|
  /// compactMap(Int.init)  1---------3--|
  /// ```
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func compactMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue?
  ) -> Signal<NewValue, Failure> {
    Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value):
            if let next = transform(value) { receive(.value(next)) }
          case .failure(let failure): receive(.failure(failure))
          case .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}
