/// Pairs the latest values of both signals whenever one of them has a new one.
///
/// ```
/// a                     1-----2-----3--|
/// b                     ---x-----y--------|
/// combineLatest(a, b)   ---1x-2x-2y-3y----|
/// ```
///
/// - Important: **An empty signal ends the whole.** When a signal finishes having never delivered
///   a value, no pair will ever be possible: the result finishes at once, without a value, and
///   the other signal is cancelled.
///
/// Signals start in the order given. Ends: otherwise when both have. Fails: at once; the other is
/// cancelled first.
///
/// What is to be made of a pair is said by a `map` that follows,
/// `combineLatest(a, b).map { $0 + $1 }`; there are no forms with a closure beside those of two to
/// six signals and of a list.
///
/// - Complexity: O(1) a value; stores the latest of each.
@inlinable
public func combineLatest<First: Sendable, Second: Sendable, Failure: Error>(
  _ first: Signal<First, Failure>, _ second: Signal<Second, Failure>
) -> Signal<(First, Second), Failure> {
  Signal(over: first, second) { first, second, receive, subscription in
    guard subscription.isActive else { return }
    let run = PairRun(LatestPair<First, Second>(), receive, subscription)
    run.start(first, second)
  }
}

extension Signal {
  /// Pairs the latest values of both signals: `combineLatest(self, other)`.
  ///
  /// ```
  /// self                             1-----2--|
  /// other                            ---x--------|
  /// self.combineLatest(with: other)  ---1x-2x----|
  /// ```
  ///
  /// - Important: An empty signal ends the whole, see ``combineLatest(_:_:)``.
  @inlinable
  public func combineLatest<Other: Sendable>(
    with other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    Streams.combineLatest(self, other)
  }
}

// MARK: - What to do

/// The decisions of a combineLatest of two: no lock, no observer.
@usableFromInline
struct LatestPair<First: Sendable, Second: Sendable>: PairState {
  @usableFromInline var first: First?
  @usableFromInline var second: Second?
  @usableFromInline var running = 2

  @inlinable static var keepsInputsAtEnd: Bool { false }

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func receive(first value: First) -> PairEffect<First, Second> {
    first = value
    guard let second else { return .none }
    return .pair(value, second)
  }

  @inlinable @inline(__always)
  mutating func receive(second value: Second) -> PairEffect<First, Second> {
    second = value
    guard let first else { return .none }
    return .pair(first, value)
  }

  @inlinable
  mutating func firstFinished() -> PairEffect<First, Second> { finished(isEmpty: first == nil) }

  @inlinable
  mutating func secondFinished() -> PairEffect<First, Second> { finished(isEmpty: second == nil) }

  @inlinable
  mutating func finished(isEmpty: Bool) -> PairEffect<First, Second> {
    running -= 1
    return isEmpty || running == 0 ? .end : .none
  }
}
