extension Signal {
  /// Delivers one value and finishes, at once.
  ///
  /// ```
  /// just(1)   (1|)
  /// ```
  @inlinable
  public static func just(_ value: Value) -> Signal {
    deliveringOnce(value)
  }
}

extension Signal where Failure == Never {
  /// Delivers one value and finishes, at once; a signal of which nothing else is said cannot fail.
  ///
  /// ```
  /// just(1)   (1|)
  /// ```
  @inlinable
  public static func just(_ value: Value) -> Signal {
    deliveringOnce(value)
  }
}

// MARK: -

extension Signal {
  @inlinable
  static func deliveringOnce(_ value: Value) -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      receive(.value(value))
      guard subscription.isActive else { return }
      receive(.finished)
    })
  }
}
