/// Why a request gave no value, by what a caller can do about it.
///
/// Each case carries what is known: the request, the response, the body, the attempts. No
/// description shows credentials, cookies, query values or a body.
public enum RequestFailure: Error, Hashable, Sendable {
  /// The request cannot be sent as it was described; nothing was sent. Mend the request.
  case invalidRequest(InvalidRequest)
  /// No whole answer came. Look at the kind: another try may help.
  case transport(TransportFailure)
  /// The answer was refused for its status. Look at the status and the body.
  case status(StatusFailure)
  /// The answer was accepted and is not what was expected. Report it.
  case decoding(DecodingFailure)
  /// The answer was to be stored in a file and could not be. Look at the reason and the path.
  case storing(StoringFailure)
  /// The task that waited for the value was cancelled; a signal tells of no cancel. Do nothing.
  case cancelled

  /// The request as it was sent, or was to be.
  public var request: HTTPRequest? {
    switch self {
    case .invalidRequest(let failure): failure.request
    case .transport(let failure): failure.request
    case .status(let failure): failure.request
    case .decoding(let failure): failure.request
    case .storing(let failure): failure.request
    case .cancelled: nil
    }
  }

  /// The head of the answer, when one came.
  public var response: HTTPResponse? {
    switch self {
    case .status(let failure): failure.response
    case .decoding(let failure): failure.response
    case .storing(let failure): failure.response
    case .invalidRequest, .transport, .cancelled: nil
    }
  }

  /// Whether the same request may well succeed later: the server was busy or out of reach. It
  /// does not say that sending it again repeats nothing.
  public var isTransient: Bool {
    let policy = RetryPolicy.transientFailures
    return switch self {
    case .transport(let failure): policy.failures.contains(failure.kind)
    case .status(let failure): policy.statuses.contains(failure.status)
    case .invalidRequest, .decoding, .storing, .cancelled: false
    }
  }

  /// What was tried, in order.
  public var attempts: [Attempt] {
    switch self {
    case .transport(let failure): failure.attempts
    case .status(let failure): failure.attempts
    case .decoding(let failure): failure.attempts
    case .storing(let failure): failure.attempts
    case .invalidRequest, .cancelled: []
    }
  }
}

extension RequestFailure: CustomStringConvertible, CustomDebugStringConvertible {
  /// What happened, without secrets.
  public var description: String {
    switch self {
    case .invalidRequest(let failure): failure.description
    case .transport(let failure): failure.description
    case .status(let failure): failure.description
    case .decoding(let failure): failure.description
    case .storing(let failure): failure.description
    case .cancelled: "cancelled"
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }
}

/// A request that cannot be sent as it was described. Nothing was sent.
public struct InvalidRequest: Error, Hashable, Sendable {
  /// The part that is wrong.
  public enum Reason: Hashable, Sendable {
    /// The client's base URL.
    case baseURL(InvalidURL)
    /// The path, or the URL it makes with the base.
    case path(InvalidURL)
    /// The query: a value could not be encoded, for the reason in words.
    case query(String)
    /// A field.
    case field(InvalidField)
    /// The body: its value could not be encoded, for the reason in words.
    case body(String)
    /// The method has no use for a body (RFC 9110 sections 9.3.1, 9.3.2 and 9.3.8).
    case bodyNotAllowed(HTTPMethod)
    /// A key path that is none, or one into an answer that is not decoded.
    case valuePath(ValuePath)
  }

  /// The part that is wrong.
  public var reason: Reason
  /// The method of the request.
  public var method: HTTPMethod
  /// The path of the request.
  public var path: RequestPath
  /// The request, as far as it could be made.
  public var request: HTTPRequest?

  init(_ reason: Reason, in details: RequestDetails, request: HTTPRequest? = nil) {
    self.reason = reason
    method = details.method
    path = details.path
    self.request = request
  }
}

extension InvalidRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request and the part that is wrong, without secrets.
  public var description: String { "\(method) \(path) was not sent: \(reason)" }

  /// The same as `description`.
  public var debugDescription: String { description }
}

extension InvalidRequest.Reason: CustomStringConvertible {
  /// The part that is wrong, in words.
  public var description: String {
    switch self {
    case .baseURL(let error): "base URL: \(error)"
    case .path(let error): "path: \(error)"
    case .query(let reason): "query: \(reason.onOneLine())"
    case .field(let error): "field: \(error)"
    case .body(let reason): "body: \(reason.onOneLine())"
    case .bodyNotAllowed(let method): "\(method) has no body"
    case .valuePath(let path):
      "\(path.description.quotedOnOneLine) is "
        + (path.isValid ? "a key path into an answer that is not decoded" : "no key path")
    }
  }
}
