public import Streams

/// One try at an exchange, as the history of a failure tells it.
public struct Attempt: Hashable, Sendable {
  /// How a try ended.
  public enum Outcome: Hashable, Sendable {
    /// With an answer of that status.
    case status(HTTPStatus)
    /// Without an answer, or with a part of one.
    case failure(TransportFailure.Kind)
  }

  /// Which try it was, from 1.
  public var number: Int
  /// When it was started, by the client's scheduler.
  public var started: Instant
  /// When it ended, by the client's scheduler.
  public var ended: Instant
  /// How it ended.
  public var outcome: Outcome

  /// A try of the given number, times and outcome.
  public init(number: Int, started: Instant, ended: Instant, outcome: Outcome) {
    self.number = number
    self.started = started
    self.ended = ended
    self.outcome = outcome
  }
}

extension Attempt: CustomStringConvertible {
  /// Number, outcome and time, such as `attempt 1: 503 in 0.2 seconds`.
  public var description: String {
    "attempt \(number): \(outcome) in \(ended.offset - started.offset)"
  }
}

extension Attempt.Outcome: CustomStringConvertible {
  /// The status, or what went wrong.
  public var description: String {
    switch self {
    case .status(let status): status.description
    case .failure(let kind): kind.description
    }
  }
}
