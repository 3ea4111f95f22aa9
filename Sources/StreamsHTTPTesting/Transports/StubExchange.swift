public import Streams
public import StreamsHTTP

/// One exchange as a stub saw it.
public struct StubExchange: Sendable {
  /// How an exchange ended.
  public enum Ending: Hashable, Sendable {
    /// With its answer.
    case finished
    /// With a failure.
    case failed(TransportFailure.Kind)
    /// By a cancel.
    case cancelled
  }

  /// What was asked.
  public let request: HTTPRequest
  /// When it began.
  public let started: Instant
  /// The bytes that were sent.
  public internal(set) var body: [UInt8] = []
  /// How it ended; nil while it runs.
  public internal(set) var ending: Ending?
  /// When it ended.
  public internal(set) var ended: Instant?
}
