extension Signal {
  /// Delivers the elements of a sequence, then finishes.
  ///
  /// ```
  /// sequence([1, 2, 3])   (123|)
  /// ```
  ///
  /// Iteration is lazy, one `next()` per element and one for the end. The subscription is looked
  /// at before each element (G4), so an endless sequence ends with `prefix(_:)` or a cancel.
  @inlinable
  public static func sequence<Elements: Swift.Sequence & Sendable>(
    _ elements: Elements
  ) -> Signal where Elements.Element == Value {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      for element in elements {
        receive(.value(element))
        guard subscription.isActive else { return }
      }
      receive(.finished)
    })
  }
}
