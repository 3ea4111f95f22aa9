/// Delivers the latest values of three signals, see ``combineLatest(_:_:)``.
///
/// ```
/// a                        1---|
/// b                        -1--|
/// c                        --1-|
/// combineLatest(a, b, c)   --x-|   x is (1, 1, 1)
/// ```
///
/// - Important: An empty signal ends the whole.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func combineLatest<
  First: Sendable, Second: Sendable, Third: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>
) -> Signal<(First, Second, Third), Failure> {
  combineLatest(combineLatest(first, second), third)
    .map { ($0.0.0, $0.0.1, $0.1) }
}

/// Delivers the latest values of four signals, see ``combineLatest(_:_:)``.
///
/// ```
/// a                           1----|
/// b                           -1---|
/// c                           --1--|
/// d                           ---1-|
/// combineLatest(a, b, c, d)   ---x-|   x is (1, 1, 1, 1)
/// ```
///
/// - Important: An empty signal ends the whole.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func combineLatest<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>
) -> Signal<(First, Second, Third, Fourth), Failure> {
  combineLatest(combineLatest(first, second, third), fourth)
    .map { ($0.0.0, $0.0.1, $0.0.2, $0.1) }
}

/// Delivers the latest values of five signals, see ``combineLatest(_:_:)``.
///
/// ```
/// a                              1-----|
/// b                              -1----|
/// c                              --1---|
/// d                              ---1--|
/// e                              ----1-|
/// combineLatest(a, b, c, d, e)   ----x-|   x is (1, 1, 1, 1, 1)
/// ```
///
/// - Important: An empty signal ends the whole.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func combineLatest<
  First: Sendable, Second: Sendable, Third: Sendable,
  Fourth: Sendable, Fifth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>,
  _ fifth: Signal<Fifth, Failure>
) -> Signal<(First, Second, Third, Fourth, Fifth), Failure> {
  combineLatest(combineLatest(first, second, third, fourth), fifth)
    .map { ($0.0.0, $0.0.1, $0.0.2, $0.0.3, $0.1) }
}

/// Delivers the latest values of six signals, see ``combineLatest(_:_:)``.
///
/// ```
/// a                                 1------|
/// b                                 -1-----|
/// c                                 --1----|
/// d                                 ---1---|
/// e                                 ----1--|
/// f                                 -----1-|
/// combineLatest(a, b, c, d, e, f)   -----x-|   x is (1, 1, 1, 1, 1, 1)
/// ```
///
/// - Important: An empty signal ends the whole.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func combineLatest<
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
  combineLatest(combineLatest(first, second, third, fourth, fifth), sixth)
    .map { ($0.0.0, $0.0.1, $0.0.2, $0.0.3, $0.0.4, $0.1) }
}
