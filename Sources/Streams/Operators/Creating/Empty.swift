extension Signal {
  /// Finishes at once, without a value.
  ///
  /// ```
  /// empty()   |
  /// ```
  @inlinable
  public static func empty() -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      receive(.finished)
    })
  }
}
