extension Signal {
  /// Drops a value that equals the last one delivered, by `areEquivalent(last, next)`.
  ///
  /// ```
  /// self                1--1--2--2--1--|
  /// removeDuplicates    1-----2-----1--|
  /// ```
  ///
  /// The last value is stored before delivery, so a value sent from inside the handler is
  /// compared with the right one.
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func removeDuplicates(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal {
    Signal(over: self) { source, receive, subscription in
      let last = SerialState<Value?>(nil)
      source.start(
        { event in
          if case .value(let value) = event {
            if let previous = last.value, areEquivalent(previous, value) { return }
            last.value = value
          }
          receive(event)
        }, subscription)
    }
  }
}

extension Signal where Value: Equatable {
  /// Drops a value that equals the last one delivered.
  ///
  /// ```
  /// self                1--1--2--2--1--|
  /// removeDuplicates    1-----2-----1--|
  /// ```
  ///
  /// - Complexity: O(1) a value, one stored value.
  @inlinable
  public func removeDuplicates() -> Signal {
    removeDuplicates { $0 == $1 }
  }
}
