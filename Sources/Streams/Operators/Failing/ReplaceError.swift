extension Signal {
  /// Delivers `value` and finishes instead of failing.
  ///
  /// ```
  /// self                    1--2--#
  /// replaceError(with: 9)   1--2--(9|)
  /// ```
  ///
  /// Fails: never. To go on with a signal, or to look at the failure, there is `catch`.
  @inlinable
  public func replaceError(with value: Value) -> Signal<Value, Never> {
    Signal<Value, Never>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value): return receive(.value(value))
          case .failure:
            receive(.value(value))
            guard subscription.isActive else { return }
          case .finished: break
          }
          receive(.finished)
        }, subscription)
    }
  }
}
