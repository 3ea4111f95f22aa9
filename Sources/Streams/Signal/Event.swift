/// What an observer is told: values, then at most one end.
///
/// The grammar (G1) is `value* (finished | failure)?`. Cancelling is not an event.
@frozen
public enum Event<Value: Sendable, Failure: Error>: Sendable {
  /// The next value.
  case value(Value)
  /// The end, for a reason. Nothing follows.
  case failure(Failure)
  /// The end, all values having been delivered. Nothing follows.
  case finished

  /// Whether nothing follows this event.
  @inlinable
  public var isTerminal: Bool {
    switch self {
    case .value: false
    case .failure, .finished: true
    }
  }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}
