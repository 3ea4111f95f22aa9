extension Signal {
  /// A result that is known already: its value, then `finished`, or its failure.
  ///
  /// ```
  /// Signal(.success(1))   (1|)
  /// Signal(.failure(#))   #
  /// ```
  @inlinable
  public init(_ result: Result<Value, Failure>) {
    self =
      switch result {
      case .success(let value): .deliveringOnce(value)
      case .failure(let failure): .fail(failure)
      }
  }
}
