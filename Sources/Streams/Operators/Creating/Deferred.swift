extension Signal {
  /// Makes the signal when it is observed, anew for each observation.
  ///
  /// ```
  /// deferred { make() }   whatever make() is
  /// ```
  ///
  /// The closure runs once per observation, on the observing thread.
  @inlinable
  public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      make().start(receive, subscription)
    })
  }
}
