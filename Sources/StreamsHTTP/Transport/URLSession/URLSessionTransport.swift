public import Streams

/// Exchanges over Foundation's `URLSession`: the transport of Apple systems, and on Linux the one
/// that is there when libcurl cannot be driven directly.
///
/// Everything a session does by itself is off: its cache, cookies, credentials, redirects and
/// time-outs. A 3xx and a 401 are answers like any other (RFC 9110 section 15); what follows from
/// them is decided by decorators above. An observation is one exchange, with a session's task of
/// its own. What is asked is checked before anything is sent: a field that frames the message,
/// content for a method that has none, user information in the URL are refused as
/// `invalidRequest`, and so is whatever the platform would change on the way.
///
/// Failures are `TransportFailure`s; an answer that was cut short is `connectionLost`, never an
/// end. Names of a host and IPv4 addresses can be asked everywhere.
///
/// Threads: events come on a queue of the session, one at a time. A cancel returns at once, the
/// connection is closed a moment later. No thread waits for an exchange.
///
/// Lifetime: releasing the transport does not stop what runs; the last exchange to end lets go of
/// the session.
///
/// ## On Linux
///
/// Foundation's session there has faults that no adapter can keep from its users:
///
/// - A server can **end the process** with an answer of chunked trailers, with an answer cut off in
///   its first header line, or with a `Content-Length` of 2⁶³ - 1.
/// - Nothing slows a server down: chunks that wait for a slow observer are kept in memory. All
///   sessions of the process share one thread, so a fast download delays every other exchange.
/// - An IPv6 address in a URL cannot be asked and is refused.
/// - A 3xx without `Location` loses its content, and fails as `connectionLost` if it had any.
/// - The order of fields is lost in both directions. Fields of equal names come joined, but of
///   names that differ in case only one comes; `Set-Cookie` is taken apart again.
/// - A compressed answer that is cut short looks whole. Therefore `Accept-Encoding: identity` is
///   sent where the request does not say otherwise.
/// - TLS trust is the system's, with no way to add to it.
///
/// A request that must not be sent twice by the platform (one with content, or not idempotent) goes
/// out over a connection of its own, since the session would send it again, or send its head alone,
/// when a kept connection turns out to be closed. It costs a connection and about a millisecond.
public struct URLSessionTransport: Transport {
  private let engine: URLSessionEngine

  /// A transport with a session of its own.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: how many connections to one host are kept and used at once;
  ///     at least 1. Requests that go over a connection of their own are not counted.
  ///   - maximumBodyBytes: the most bytes an answer's content may have, codings undone; one more
  ///     and the exchange fails as `tooLarge`.
  public init(maximumConnectionsPerHost: Int = 6, maximumBodyBytes: Int = 1 << 30) {
    engine = URLSessionEngine(
      maximumConnectionsPerHost: max(1, maximumConnectionsPerHost),
      maximumBodyBytes: max(0, maximumBodyBytes))
  }

  /// The exchange of `request` and `body`, as a cold signal.
  ///
  /// Content that comes as a signal is collected first, in memory or, when it is large, in a
  /// temporary file that only this user can read and that is removed at the end. Content without a
  /// `Content-Type` is sent as `application/octet-stream` (RFC 9110 section 8.3).
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    Signal { [engine] emitter in
      engine.start(request, body, emitter)
    }
  }
}
