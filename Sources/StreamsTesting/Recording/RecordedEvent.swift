public import Streams

/// An event and when it was delivered, or is to be.
public struct RecordedEvent<Value: Sendable, Failure: Error>: Sendable {
  /// When, in virtual time.
  public var at: Instant
  /// What.
  public var event: Event<Value, Failure>

  /// `event` at `instant`.
  public init(at instant: Instant, _ event: Event<Value, Failure>) {
    self.at = instant
    self.event = event
  }

  /// A value, `offset` from the beginning.
  public static func value(_ value: Value, at offset: Duration) -> Self {
    Self(at: Instant(offset: offset), .value(value))
  }

  /// An end for a reason, `offset` from the beginning.
  public static func failure(_ failure: Failure, at offset: Duration) -> Self {
    Self(at: Instant(offset: offset), .failure(failure))
  }

  /// A finish, `offset` from the beginning.
  public static func finished(at offset: Duration) -> Self {
    Self(at: Instant(offset: offset), .finished)
  }
}

extension RecordedEvent: Equatable where Value: Equatable, Failure: Equatable {}

extension RecordedEvent: CustomStringConvertible {
  /// The event and the instant: `value(1) at 3.0 seconds`.
  public var description: String { "\(event) at \(at)" }
}
