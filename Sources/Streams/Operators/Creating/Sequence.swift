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
    deliveringEach(of: elements)
  }
}

extension Signal where Failure == Never {
  /// Delivers the elements of a sequence, then finishes; a signal of which nothing else is said
  /// cannot fail.
  ///
  /// ```
  /// sequence([1, 2, 3])   (123|)
  /// ```
  @inlinable
  public static func sequence<Elements: Swift.Sequence & Sendable>(
    _ elements: Elements
  ) -> Signal where Elements.Element == Value {
    deliveringEach(of: elements)
  }
}

// MARK: -

extension Signal {
  @inlinable
  static func deliveringEach<Elements: Swift.Sequence & Sendable>(
    of elements: Elements
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
