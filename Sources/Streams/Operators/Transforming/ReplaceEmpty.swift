extension Signal {
  /// Delivers `value` when the signal finishes without one.
  ///
  /// ```
  /// self                    ------|
  /// replaceEmpty(with: 9)   ------(9|)
  /// ```
  ///
  /// Fails: as the signal does; a failure is not replaced.
  ///
  /// - Complexity: O(1) a value, one flag.
  @inlinable
  public func replaceEmpty(with value: Value) -> Signal {
    Signal(over: self) { source, receive, subscription in
      let isEmpty = SerialState(true)
      source.start(
        { event in
          switch event {
          case .value: isEmpty.value = false
          case .failure: break
          case .finished:
            if isEmpty.value { receive(.value(value)) }
            guard subscription.isActive else { return }
          }
          receive(event)
        }, subscription)
    }
  }
}
