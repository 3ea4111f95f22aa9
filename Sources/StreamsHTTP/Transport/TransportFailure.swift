/// Why an exchange did not come to its end. A cancel is no failure: after it nothing comes.
///
/// A description shows no secret of the request.
public struct TransportFailure: Error, Hashable, Sendable {
  /// What went wrong, by what a caller can do about it.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// No connection came about: refused, unreachable. Nothing was sent.
    case cannotConnect
    /// The host has no address. Nothing was sent.
    case nameNotFound
    /// The certificate is not trusted or no secure connection can be agreed on.
    case tls
    /// The connection ended before the answer did: reset, closed, or cut short of its length.
    case connectionLost
    /// The time that was allowed is over.
    case timedOut
    /// What came is no HTTP answer.
    case malformedResponse
    /// The answer is larger than allowed.
    case tooLarge
    /// Redirects led on and on.
    case tooManyRedirects
    /// A redirect leads where no request may go, or the request was not to be redirected.
    case redirectRefused
    /// Credentials could not be had: nobody can be asked for new ones, or asking failed.
    case notAuthorized
    /// What the exchange needs beside the server is out of order for now, such as who gives new
    /// credentials.
    case unavailable
    /// The request cannot be sent as it is.
    case invalidRequest
    /// The body of the request could not be produced.
    case bodyFailed
    /// Anything else; the message says what.
    case other

    /// Whether the server cannot have seen the request, so that sending it again repeats nothing.
    public var isBeforeSending: Bool {
      self == .cannotConnect || self == .nameNotFound
    }
  }

  /// What went wrong.
  public var kind: Kind
  /// The transport's own words, for a person.
  public var message: String
  /// The request that met the failure.
  public var request: HTTPRequest?
  /// What was tried, in order, the last failure too; empty where nothing tries again.
  public var attempts: [Attempt]

  /// A failure of that kind.
  public init(
    _ kind: Kind, _ message: String = "", request: HTTPRequest? = nil, attempts: [Attempt] = []
  ) {
    self.kind = kind
    self.message = message
    self.request = request
    self.attempts = attempts
  }
}

extension TransportFailure: CustomStringConvertible {
  /// What went wrong, with which request, and after how many attempts if there were several; one
  /// line.
  public var description: String {
    let what = message.isEmpty ? kind.description : "\(kind.description): \(message.onOneLine())"
    let tries = attempts.count > 1 ? ", after \(attempts.count) attempts" : ""
    return (request.map { "\($0): \(what)" } ?? what) + tries
  }
}

extension TransportFailure.Kind: CustomStringConvertible {
  /// What went wrong, in words.
  public var description: String {
    switch self {
    case .cannotConnect: "cannot connect"
    case .nameNotFound: "host name not found"
    case .tls: "no secure connection"
    case .connectionLost: "connection lost"
    case .timedOut: "timed out"
    case .malformedResponse: "malformed response"
    case .tooLarge: "response too large"
    case .tooManyRedirects: "too many redirects"
    case .redirectRefused: "redirect refused"
    case .notAuthorized: "not authorized"
    case .unavailable: "unavailable for now"
    case .invalidRequest: "invalid request"
    case .bodyFailed: "body of the request failed"
    case .other: "transport failure"
    }
  }
}
