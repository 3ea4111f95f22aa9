extension Signal {
  /// Of the signals this one delivers, hears the latest: the one before is cancelled.
  ///
  /// ```
  /// self               a-----b--|
  /// a                  1--2--3--4|
  /// b                        7--8|
  /// switchToLatest()   1--2--7--8|
  /// ```
  ///
  /// `flatMapLatest { $0 }`. Ends: when this signal has finished and no inner one runs. Fails: with
  /// the first failure of this signal or of the one that is heard.
  @inlinable
  public func switchToLatest<NewValue: Sendable>() -> Signal<NewValue, Failure>
  where Value == Signal<NewValue, Failure> {
    flatMapLatest { $0 }
  }

  /// Of the signals this one delivers, which cannot fail, hears the latest.
  ///
  /// ```
  /// self               a-----b--#
  /// a                  1--2--3--4|
  /// b                        7--8|
  /// switchToLatest()   1--2--7--#
  /// ```
  ///
  /// Fails: as this signal does.
  @_disfavoredOverload
  @inlinable
  public func switchToLatest<NewValue: Sendable>() -> Signal<NewValue, Failure>
  where Value == Signal<NewValue, Never> {
    flatMapLatest { $0.setFailureType(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Of the signals that this one, which cannot fail, delivers, hears the latest.
  ///
  /// ```
  /// self               a-----b----|
  /// a                  1--2--3--4|
  /// b                        7--#
  /// switchToLatest()   1--2--7--#
  /// ```
  ///
  /// Fails: as the one that is heard does.
  @_disfavoredOverload
  @inlinable
  public func switchToLatest<NewValue: Sendable, NewFailure: Error>()
    -> Signal<NewValue, NewFailure>
  where Value == Signal<NewValue, NewFailure> {
    setFailureType(to: NewFailure.self).switchToLatest()
  }
}
