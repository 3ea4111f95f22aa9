extension Signal {
  /// Keeps the values that pass `isIncluded`.
  ///
  /// ```
  /// self          1--2--3--4--|
  /// filter(even)  ---2-----4--|
  /// ```
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal {
    Signal(over: self) { source, receive, subscription in
      source.start(
        { event in
          if case .value(let value) = event, !isIncluded(value) { return }
          receive(event)
        }, subscription)
    }
  }
}
