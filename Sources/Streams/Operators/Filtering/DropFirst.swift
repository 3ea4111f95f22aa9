extension Signal {
  /// Drops the first `count` values. A count of 0 or less drops none.
  ///
  /// ```
  /// self           1--2--3--4--|
  /// dropFirst(2)   ------3--4--|
  /// ```
  ///
  /// - Complexity: O(1) a value, one number.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Signal {
    Signal(over: self) { source, receive, subscription in
      let left = SerialState(count)
      source.start(
        { event in
          if case .value = event, left.value > 0 {
            left.value -= 1
            return
          }
          receive(event)
        }, subscription)
    }
  }
}
