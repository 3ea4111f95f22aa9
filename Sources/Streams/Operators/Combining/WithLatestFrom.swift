extension Signal {
  /// Pairs each value with the latest of `other`, whose values alone deliver nothing.
  ///
  /// ```
  /// self                    1--2-----3--|
  /// other                   -a----b--------|
  /// withLatestFrom(other)   ---2a----3b-|
  /// ```
  ///
  /// `other` starts first. Values that come before its first are dropped; after it has finished
  /// its last value stays. Ends: when this signal does; `other` is cancelled first. Fails: at once,
  /// with either; what still runs is cancelled first, and when `other` fails while it is started
  /// this signal stays unstarted.
  ///
  /// - Complexity: O(1) a value; stores the latest of `other`.
  @inlinable
  public func withLatestFrom<Other: Sendable>(
    _ other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    withLatestFrom(other) { ($0, $1) }
  }

  /// Makes something of each value and the latest of `other`, whose values alone deliver nothing.
  ///
  /// ```
  /// self                       1--2-----3--|
  /// other                      -5----7--------|
  /// withLatestFrom(other, +)   ---7-----10-|
  /// ```
  ///
  /// Ends and fails as ``withLatestFrom(_:)`` does.
  @inlinable
  public func withLatestFrom<Other: Sendable, NewValue: Sendable>(
    _ other: Signal<Other, Failure>,
    _ transform: @escaping @Sendable (Value, Other) -> NewValue
  ) -> Signal<NewValue, Failure> {
    Signal<NewValue, Failure>(over: other, self) { other, source, receive, subscription in
      guard subscription.isActive else { return }
      let run = PairRun<LatestOfOther<Other, Value>, Failure>(
        LatestOfOther(),
        { event in
          switch event {
          case .value((let latest, let value)): receive(.value(transform(value, latest)))
          case .failure(let failure): receive(.failure(failure))
          case .finished: receive(.finished)
          }
        }, subscription)
      run.start(other, source)
    }
  }
}

// MARK: - What to do

/// The decisions of withLatestFrom: no lock, no observer. The other signal is the first input.
@usableFromInline
struct LatestOfOther<Other: Sendable, Value: Sendable>: PairState {
  @usableFromInline var latest: Other?

  @inlinable static var keepsInputsAtEnd: Bool { false }

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func receive(first value: Other) -> PairEffect<Other, Value> {
    latest = value
    return .none
  }

  @inlinable @inline(__always)
  mutating func receive(second value: Value) -> PairEffect<Other, Value> {
    guard let latest else { return .none }
    return .pair(latest, value)
  }

  @inlinable
  mutating func firstFinished() -> PairEffect<Other, Value> { .none }

  @inlinable
  mutating func secondFinished() -> PairEffect<Other, Value> { .end }
}
