extension Signal {
  /// Fails at once.
  ///
  /// ```
  /// fail(#)   #
  /// ```
  @inlinable
  public static func fail(_ failure: Failure) -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      receive(.failure(failure))
    })
  }
}
