public import Streams

/// How bytes travel: a network stack, a cache, a database, prepared data.
///
/// The contract, which decorators rely on and keep:
///
/// - T1: Nothing happens before the signal is observed.
/// - T2: Each observation is one exchange.
/// - T3: A head comes before chunks, and exactly one comes; informational answers may come
///   before it. After `retrying` an exchange begins anew, head and all.
/// - T4: One end.
/// - T5: A cancel stops the exchange, closes or gives back its connection at once, and nothing
///   follows.
/// - T6: A decorator calls the next transport once per attempt at most and forwards a cancel.
/// - T7: Failures are `TransportFailure`; a cancel is none, and neither is a status.
/// - T8: No thread is held while waiting.
public protocol Transport: Sendable {
  /// The exchange of `request` and `body`, as a cold signal.
  ///
  /// Fields that frame the message – `Content-Length`, `Transfer-Encoding`, `Host`,
  /// `Connection` – are the transport's to add.
  func send(_ request: HTTPRequest, body: HTTPBody) -> Signal<TransportEvent, TransportFailure>
}
