/// Pairs the nth value of one signal with the nth of the other.
///
/// ```
/// a           1--2-----3--|
/// b           ---x--y--------|
/// zip(a, b)   ---1x-2y----|
/// ```
///
/// Signals start in the order given. Ends: as soon as no further pair is possible, that is when a
/// signal has finished and its values are used up; the other is cancelled first. Fails: at once,
/// dropping what waits for a partner; the other is cancelled first.
///
/// What is to be made of a pair is said by a `map` that follows, `zip(a, b).map { $0 + $1 }`; there
/// are no forms with a closure beside those of two to six signals and of a list.
///
/// - Complexity: O(1) a pair; stores what has no partner yet.
@inlinable
public func zip<First: Sendable, Second: Sendable, Failure: Error>(
  _ first: Signal<First, Failure>, _ second: Signal<Second, Failure>
) -> Signal<(First, Second), Failure> {
  Signal(over: first, second) { first, second, receive, subscription in
    guard subscription.isActive else { return }
    let run = PairRun(ZipPair<First, Second>(), receive, subscription)
    run.start(first, second)
  }
}

extension Signal {
  /// Pairs the nth value of this signal with the nth of the other: `zip(self, other)`.
  ///
  /// ```
  /// self                   1--2-----3--|
  /// other                  ---x--y--------|
  /// self.zip(with: other)  ---1x-2y----|
  /// ```
  @inlinable
  public func zip<Other: Sendable>(
    with other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    Streams.zip(self, other)
  }
}

// MARK: - What to do

/// The decisions of a zip of two: no lock, no observer.
@usableFromInline
struct ZipPair<First: Sendable, Second: Sendable>: PairState {
  @usableFromInline var firsts = Fifo<First>()
  @usableFromInline var seconds = Fifo<Second>()
  @usableFromInline var isFirstDone = false
  @usableFromInline var isSecondDone = false

  @inlinable static var keepsInputsAtEnd: Bool { false }

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func receive(first value: First) -> PairEffect<First, Second> {
    guard let second = seconds.popFirst() else {
      firsts.append(value)
      return .none
    }
    return isSecondDone && seconds.isEmpty ? .pairThenEnd(value, second) : .pair(value, second)
  }

  @inlinable @inline(__always)
  mutating func receive(second value: Second) -> PairEffect<First, Second> {
    guard let first = firsts.popFirst() else {
      seconds.append(value)
      return .none
    }
    return isFirstDone && firsts.isEmpty ? .pairThenEnd(first, value) : .pair(first, value)
  }

  @inlinable
  mutating func firstFinished() -> PairEffect<First, Second> {
    isFirstDone = true
    return firsts.isEmpty ? .end : .none
  }

  @inlinable
  mutating func secondFinished() -> PairEffect<First, Second> {
    isSecondDone = true
    return seconds.isEmpty ? .end : .none
  }
}
