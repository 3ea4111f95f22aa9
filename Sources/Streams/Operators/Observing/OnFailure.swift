extension Signal {
  /// Calls `action` with the failure, changing nothing.
  ///
  /// ```
  /// self         --1--2--#
  /// onFailure    --1--2--#
  /// ```
  ///
  /// It is called once at most, before the failure is delivered, on the delivering thread; not at
  /// an end and not at a cancel. What stands below a `retry` hears of the last failure only.
  ///
  /// - Complexity: O(1) a value.
  @inlinable
  public func onFailure(_ action: @escaping @Sendable (Failure) -> Void) -> Signal {
    handleEvents(onFailure: action)
  }
}
