extension Signal {
  /// Delivers what has been gathered so far, at each value.
  ///
  /// ```
  /// self         1--2--3--|
  /// scan(0, +)   1--3--6--|
  /// ```
  ///
  /// The initial result is not delivered. It is stored before delivery, so a value sent from
  /// inside the handler finds the new one.
  ///
  /// - Complexity: O(1) a value, one stored result.
  @inlinable
  public func scan<Result: Sendable>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    Signal<Result, Failure>(over: self) { source, receive, subscription in
      let state = SerialState(initialResult)
      source.start(
        { event in
          switch event {
          case .value(let value):
            let result = nextPartialResult(state.value, value)
            state.value = result
            receive(.value(result))
          case .failure(let failure): receive(.failure(failure))
          case .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}
