/// What is told of an exchange while it runs.
public enum TransportEvent: Hashable, Sendable {
  /// Bytes of the request's body have gone out.
  case uploaded(TransferProgress)
  /// An informational answer, 1xx but 101 (RFC 9110 section 15.2); the answer is still to come.
  case informational(HTTPResponse)
  /// An attempt has failed and another one follows: what was told of the exchange so far, its
  /// head and chunks too, no longer counts.
  case retrying(after: Attempt)
  /// The head of the answer.
  case head(HTTPResponse)
  /// The next bytes of the body, content codings undone.
  case chunk([UInt8])
  /// What was measured and learned; comes once at most for an attempt, before the head or as the
  /// last before the end, and only of transports that measure.
  case report(ExchangeReport)
}
