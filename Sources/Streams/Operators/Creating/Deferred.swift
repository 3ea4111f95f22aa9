extension Signal {
  /// Makes the signal when it is observed, anew for each observation.
  ///
  /// ```
  /// deferred { make() }   whatever make() is
  /// ```
  ///
  /// The closure runs once per observation, on the observing thread. A signal that appends itself
  /// through `deferred`, to poll or to fetch page after page, runs in constant stack and memory.
  @inlinable
  public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
    Signal(chain: Chain(deferred: make))
  }
}
