extension Signal {
  /// Delivers each event as a value: the end too, which is then followed by one of its own.
  ///
  /// ```
  /// self            1--2--#
  /// materialize()   1--2--(#|)      values: .value(1), .value(2), .failure(#)
  /// ```
  ///
  /// So a failure can be counted, stored or compared like any value. `dematerialize()` makes events
  /// of them again. Fails: never.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    Signal<Event<Value, Failure>, Never>(over: self) { source, receive, subscription in
      source.start(
        { event in
          receive(.value(event))
          guard event.isTerminal, subscription.isActive else { return }
          receive(.finished)
        }, subscription)
    }
  }
}
