/// Delivers the nth values of three signals together, see ``zip(_:_:)``.
///
/// ```
/// a              1---|
/// b              -1--|
/// c              --1-|
/// zip(a, b, c)   --x-|   x is (1, 1, 1)
/// ```
///
/// Ends, fails and cancels as the one of two does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>
) -> Signal<(First, Second, Third), Failure> {
  let pairs = zipPart(first, second)
  return zipWhole(pairs, third)
    .map { ($0.0.0, $0.0.1, $0.1) }
}

/// Delivers the nth values of four signals together, see ``zip(_:_:)``.
///
/// ```
/// a                 1----|
/// b                 -1---|
/// c                 --1--|
/// d                 ---1-|
/// zip(a, b, c, d)   ---x-|   x is (1, 1, 1, 1)
/// ```
///
/// Ends, fails and cancels as the one of two does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>
) -> Signal<(First, Second, Third, Fourth), Failure> {
  let pairs = zipPart(first, second)
  let triples = zipPart(pairs, third, isNested: true)
  return zipWhole(triples, fourth)
    .map { ($0.0.0.0, $0.0.0.1, $0.0.1, $0.1) }
}

/// Delivers the nth values of five signals together, see ``zip(_:_:)``.
///
/// ```
/// a                    1-----|
/// b                    -1----|
/// c                    --1---|
/// d                    ---1--|
/// e                    ----1-|
/// zip(a, b, c, d, e)   ----x-|   x is (1, 1, 1, 1, 1)
/// ```
///
/// Ends, fails and cancels as the one of two does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable,
  Fourth: Sendable, Fifth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>,
  _ fifth: Signal<Fifth, Failure>
) -> Signal<(First, Second, Third, Fourth, Fifth), Failure> {
  let pairs = zipPart(first, second)
  let triples = zipPart(pairs, third, isNested: true)
  let quadruples = zipPart(triples, fourth, isNested: true)
  return zipWhole(quadruples, fifth)
    .map { ($0.0.0.0.0, $0.0.0.0.1, $0.0.0.1, $0.0.1, $0.1) }
}

/// Delivers the nth values of six signals together, see ``zip(_:_:)``.
///
/// ```
/// a                       1------|
/// b                       -1-----|
/// c                       --1----|
/// d                       ---1---|
/// e                       ----1--|
/// f                       -----1-|
/// zip(a, b, c, d, e, f)   -----x-|   x is (1, 1, 1, 1, 1, 1)
/// ```
///
/// Ends, fails and cancels as the one of two does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable,
  Fifth: Sendable, Sixth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>,
  _ fifth: Signal<Fifth, Failure>,
  _ sixth: Signal<Sixth, Failure>
) -> Signal<(First, Second, Third, Fourth, Fifth, Sixth), Failure> {
  let pairs = zipPart(first, second)
  let triples = zipPart(pairs, third, isNested: true)
  let quadruples = zipPart(triples, fourth, isNested: true)
  let quintuples = zipPart(quadruples, fifth, isNested: true)
  return zipWhole(quintuples, sixth)
    .map { ($0.0.0.0.0.0, $0.0.0.0.0.1, $0.0.0.0.1, $0.0.0.1, $0.0.1, $0.1) }
}

// MARK: - Nested

// Plain nesting would end the inner zip, and cancel its longer signal, as soon as no further pair
// is possible, although pairs still wait for a partner of the third: a failure of that signal
// would not be heard any more. A part says that it has finished and lets its signals run until the
// whole ends.

/// A zip inside a zip: its `finished` may be followed by a failure.
@inlinable
func zipPart<First: Sendable, Second: Sendable, Failure: Error>(
  _ first: Signal<First, Failure>, _ second: Signal<Second, Failure>, isNested: Bool = false
) -> Signal<(First, Second), Failure> {
  Signal(over: first, second) { first, second, receive, subscription in
    guard subscription.isActive else { return }
    let run = PairRun(ZipPart<First, Second>(), receive, subscription)
    run.start(first, second, keepsFirst: isNested)
  }
}

/// The outermost zip, whose first input is a part.
@inlinable
func zipWhole<First: Sendable, Second: Sendable, Failure: Error>(
  _ first: Signal<First, Failure>, _ second: Signal<Second, Failure>
) -> Signal<(First, Second), Failure> {
  Signal(over: first, second) { first, second, receive, subscription in
    guard subscription.isActive else { return }
    let run = PairRun(ZipPair<First, Second>(), receive, subscription)
    run.start(first, second, keepsFirst: true)
  }
}

/// The decisions of a part: those of a zip of two, and after its end none.
@usableFromInline
struct ZipPart<First: Sendable, Second: Sendable>: PairState {
  @usableFromInline var pair = ZipPair<First, Second>()
  @usableFromInline var isOver = false

  @inlinable static var keepsInputsAtEnd: Bool { true }

  @inlinable init() {}

  @inlinable
  mutating func receive(first value: First) -> PairEffect<First, Second> {
    isOver ? .none : note(pair.receive(first: value))
  }

  @inlinable
  mutating func receive(second value: Second) -> PairEffect<First, Second> {
    isOver ? .none : note(pair.receive(second: value))
  }

  @inlinable
  mutating func firstFinished() -> PairEffect<First, Second> {
    isOver ? .none : note(pair.firstFinished())
  }

  @inlinable
  mutating func secondFinished() -> PairEffect<First, Second> {
    isOver ? .none : note(pair.secondFinished())
  }

  /// What is stored is of no use after the end.
  @inlinable
  mutating func note(_ effect: PairEffect<First, Second>) -> PairEffect<First, Second> {
    switch effect {
    case .none, .pair: break
    case .pairThenEnd, .end:
      isOver = true
      pair = ZipPair()
    }
    return effect
  }
}
