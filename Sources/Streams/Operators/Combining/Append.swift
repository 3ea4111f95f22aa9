extension Signal {
  /// Goes on with `next` after this signal has finished.
  ///
  /// ```
  /// self           1--2--|
  /// next                 8--9--|
  /// append(next)   1--2--8--9--|
  /// ```
  ///
  /// `next` starts when this signal has finished and was torn down. Fails: a failure stops the
  /// chain and `next` is never started. A chain of many, however nested, is run by a loop.
  @inlinable
  public func append(_ next: Signal) -> Signal {
    Signal(chain: Chain(self, .append(next)))
  }

  /// Delivers `values` after this signal has finished.
  ///
  /// ```
  /// self           1--2--|
  /// append(8, 9)   1--2--(89|)
  /// ```
  @inlinable
  public func append(_ values: Value...) -> Signal {
    append(.sequence(values))
  }

  /// Delivers the elements of a sequence after this signal has finished.
  ///
  /// ```
  /// self             1--2--|
  /// append([8, 9])   1--2--(89|)
  /// ```
  @inlinable
  public func append<Elements: Swift.Sequence & Sendable>(
    _ elements: Elements
  ) -> Signal where Elements.Element == Value {
    append(.sequence(elements))
  }
}
