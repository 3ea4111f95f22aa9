extension Signal {
  /// Delivers nothing and never ends; only a cancel stops it.
  ///
  /// ```
  /// never()   -----
  /// ```
  @inlinable
  public static func never() -> Signal {
    Signal(start: { _, _ in })
  }
}
