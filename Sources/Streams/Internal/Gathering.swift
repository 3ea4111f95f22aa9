extension Signal {
  /// The form of operators that gather values and deliver once, when this signal has finished.
  ///
  /// `update` changes what has been gathered, which begins as `initial`; what is nil at the end is
  /// not delivered. It is let go of before a failure is handed on, and when it has been delivered
  /// (G10).
  @inlinable
  func gathered<Result: Sendable>(
    from initial: Result? = nil,
    _ update: @escaping @Sendable (_ result: inout Result?, _ value: Value) -> Void
  ) -> Signal<Result, Failure> {
    Signal<Result, Failure>(over: self) { source, receive, subscription in
      let gathered = SerialState(initial)
      source.start(
        { event in
          switch event {
          case .value(let value):
            // Taken out, so that the state is not being changed while a user's closure runs.
            var result = gathered.value.take()
            update(&result, value)
            gathered.value = result
          case .failure(let failure):
            gathered.value = nil
            receive(.failure(failure))
          case .finished:
            if let result = gathered.value.take() { receive(.value(result)) }
            guard subscription.isActive else { return }
            receive(.finished)
          }
        }, subscription)
    }
  }
}
