extension Signal {
  /// Begins with `first`, and goes on with this signal when that has finished.
  ///
  /// ```
  /// first            8--9--|
  /// self                   1--2--|
  /// prepend(first)   8--9--1--2--|
  /// ```
  ///
  /// `first.append(self)`: this signal starts when `first` has finished and was torn down. Fails: a
  /// failure of `first` stops the chain and this signal is never started.
  @inlinable
  public func prepend(_ first: Signal) -> Signal {
    first.append(self)
  }

  /// Delivers `values` before this signal starts.
  ///
  /// ```
  /// self                -1--2--|
  /// prepend(8, 9)   (89)-1--2--|
  /// ```
  @inlinable
  public func prepend(_ values: Value...) -> Signal {
    prepend(.sequence(values))
  }

  /// Delivers the elements of a sequence before this signal starts.
  ///
  /// ```
  /// self                  -1--2--|
  /// prepend([8, 9])   (89)-1--2--|
  /// ```
  @inlinable
  public func prepend<Elements: Swift.Sequence & Sendable>(
    _ elements: Elements
  ) -> Signal where Elements.Element == Value {
    prepend(.sequence(elements))
  }
}
