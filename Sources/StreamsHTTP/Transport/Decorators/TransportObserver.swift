public import Streams

/// Hears what happens to exchanges, for logs, metrics and traces, and changes none of it.
///
/// Of each exchange it hears `began` first and one of `finished`, `failed` and `cancelled` last.
/// Each event is told before it is delivered, by the thread that delivers it and with no lock held:
/// be quick. Events of one exchange come one after another, those of several at once.
public protocol TransportObserver: Sendable {
  /// Something has happened.
  func observe(_ event: ObservedEvent)
}

/// An exchange that is observed.
public struct ObservedExchange: Hashable, Sendable {
  /// Its number, from 1, in the order in which exchanges began below one decorator.
  public let number: Int
  /// The request as it is sent on.
  public let request: HTTPRequest
  /// When it began.
  public let started: Instant
  /// Its place in a trace, when traces are asked for.
  public let trace: TraceContext?
  /// What it follows from, when the request came with a place in a trace.
  public let parent: TraceContext?
}

/// Something that happened to an exchange.
public struct ObservedEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The request is about to be sent.
    case began
    /// Bytes of the request's body have gone out.
    case uploaded(TransferProgress)
    /// An informational answer came.
    case informational(HTTPResponse)
    /// An attempt below has failed and another one follows.
    case retrying(after: Attempt)
    /// The head of the answer came.
    case head(HTTPResponse)
    /// Bytes of the answer's body came; so many in all by now.
    case received(bytes: Int)
    /// What the transport has measured and learned, such as the times of the phases.
    case report(ExchangeReport)
    /// The answer has come to its end.
    case finished
    /// No whole answer comes.
    case failed(TransportFailure)
    /// Nobody wants the answer any more.
    case cancelled
  }

  /// Whose event it is.
  public let exchange: ObservedExchange
  /// What happened.
  public let kind: Kind
  /// When, by the client's scheduler.
  public let at: Instant

  /// How long after the exchange began.
  public var elapsed: Duration { exchange.started.duration(to: at) }
}

/// Whether requests are given a place in a trace (W3C Trace Context).
public struct Tracing: Sendable {
  let isSampled: Bool
  let chance: Randomness?

  /// They go out as they are.
  public static let off = Self(isSampled: false, chance: nil)

  /// Each gets a `traceparent`: the child of the one it came with, or the beginning of a trace, and
  /// then a `tracestate`, which would be of another trace, is left out. The field goes to whoever
  /// is asked, also by a redirect; it says nothing of the user.
  ///
  /// - Parameters:
  ///   - sampled: whether traces that begin here are recorded.
  ///   - chance: where identifiers come from.
  public static func on(sampled: Bool = true, chance: Randomness = .system) -> Self {
    Self(isSampled: sampled, chance: chance)
  }
}
