extension Signal {
  /// Drops values for as long as they pass `predicate`, then passes all.
  ///
  /// ```
  /// self               1--2--3--1--|
  /// drop(while: < 3)   ------3--1--|
  /// ```
  ///
  /// After the first value that does not pass, `predicate` is not asked again.
  ///
  /// - Complexity: O(1) a value, one flag.
  @inlinable
  public func drop(while predicate: @escaping @Sendable (Value) -> Bool) -> Signal {
    Signal(over: self) { source, receive, subscription in
      let isDropping = SerialState(true)
      source.start(
        { event in
          if case .value(let value) = event, isDropping.value {
            if predicate(value) { return }
            isDropping.value = false
          }
          receive(event)
        }, subscription)
    }
  }
}
