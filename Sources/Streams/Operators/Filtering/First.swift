extension Signal {
  /// Passes the first value and finishes; an empty signal stays empty.
  ///
  /// ```
  /// self      --1--2--3--|
  /// first()   --(1|)
  /// ```
  ///
  /// Ends: with the first value; upstream is cancelled before it is delivered.
  @inlinable
  public func first() -> Signal {
    prefix(1)
  }
}
