/// Delivers the nth values of three signals together, see ``zip(_:_:)``.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>
) -> Signal<(First, Second, Third), Failure> {
  zip(zip(first, second), third)
    .map { ($0.0.0, $0.0.1, $0.1) }
}

/// Delivers the nth values of four signals together, see ``zip(_:_:)``.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>
) -> Signal<(First, Second, Third, Fourth), Failure> {
  zip(zip(first, second, third), fourth)
    .map { ($0.0.0, $0.0.1, $0.0.2, $0.1) }
}

/// Delivers the nth values of five signals together, see ``zip(_:_:)``.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>,
  _ fifth: Signal<Fifth, Failure>
) -> Signal<(First, Second, Third, Fourth, Fifth), Failure> {
  zip(zip(first, second, third, fourth), fifth)
    .map { ($0.0.0, $0.0.1, $0.0.2, $0.0.3, $0.1) }
}

/// Delivers the nth values of six signals together, see ``zip(_:_:)``.
///
/// Built from the one of two; ends and fails as it does.
@inlinable
public func zip<
  First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable, Failure: Error
>(
  _ first: Signal<First, Failure>,
  _ second: Signal<Second, Failure>,
  _ third: Signal<Third, Failure>,
  _ fourth: Signal<Fourth, Failure>,
  _ fifth: Signal<Fifth, Failure>,
  _ sixth: Signal<Sixth, Failure>
) -> Signal<(First, Second, Third, Fourth, Fifth, Sixth), Failure> {
  zip(zip(first, second, third, fourth, fifth), sixth)
    .map { ($0.0.0, $0.0.1, $0.0.2, $0.0.3, $0.0.4, $0.1) }
}
