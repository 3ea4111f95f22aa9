extension Signal {
  /// Gathers values into arrays of `count`.
  ///
  /// ```
  /// self         1--2--3--4--5--|
  /// collect(2)   ---[1,2]-[3,4]-([5]|)
  /// ```
  ///
  /// An array goes out with the value that fills it. A `count` of less than 1 is reported
  /// (``Misuse``) and taken for 1. Ends: with what is left, if anything, in an array of less.
  /// Fails: without it; the values are let go of before the failure is delivered.
  ///
  /// - Complexity: O(1) a value on average; stores at most `count` values.
  @inlinable
  public func collect(_ count: Int) -> Signal<[Value], Failure> {
    let count = Misuse.count(count, in: "collect(_:)")
    return Signal<[Value], Failure>(over: self) { source, receive, subscription in
      let gathered = SerialState<[Value]?>(nil)
      source.start(
        { event in
          switch event {
          case .value(let value):
            var values = gathered.value.take() ?? []
            values.append(value)
            if values.count < count {
              gathered.value = values
            } else {
              receive(.value(values))
            }
          case .failure(let failure):
            gathered.value = nil
            receive(.failure(failure))
          case .finished:
            if let values = gathered.value.take() { receive(.value(values)) }
            guard subscription.isActive else { return }
            receive(.finished)
          }
        }, subscription)
    }
  }
}
