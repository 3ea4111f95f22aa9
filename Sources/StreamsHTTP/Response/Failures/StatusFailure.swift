/// An answer whose status was refused, kept whole.
public struct StatusFailure: Error, Hashable, Sendable {
  /// The request as it was sent.
  public var request: HTTPRequest
  /// The head of the answer.
  public var response: HTTPResponse
  /// The body of the answer.
  public var body: [UInt8]
  /// What was tried, in order.
  public var attempts: [Attempt]

  init(_ answer: Answer) {
    request = answer.request
    response = answer.response
    body = answer.body
    attempts = answer.attempts
  }

  /// The answer as it came.
  var answer: Answer {
    Answer(request: request, response: response, body: body, attempts: attempts)
  }

  /// The status that was refused.
  public var status: HTTPStatus { response.status }
}

extension StatusFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Status, request and the size of the body, without secrets.
  public var description: String {
    let tries = attempts.count > 1 ? " after \(attempts.count) attempts" : ""
    return "\(request) was answered \(status)\(tries), with \(body.count) bytes"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows the parts, and of the body how long it is.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "request": request, "response": response, "body": "\(body.count) bytes",
        "attempts": attempts,
      ])
  }
}

/// The failure of a request whose error answers are read as a `Body`, such as the problem details
/// of RFC 9457.
public enum ProblemFailure<Body: Sendable>: Error, Sendable {
  /// The answer was refused, and its body says why.
  case problem(Body, StatusFailure)
  /// Anything else, an answer whose body could not be read so among it.
  case request(RequestFailure)
}

extension ProblemFailure {
  /// The head of the answer, when one came.
  public var response: HTTPResponse? {
    switch self {
    case .problem(_, let failure): failure.response
    case .request(let failure): failure.response
    }
  }

  /// Whether the same request may well succeed later; see `RequestFailure.isTransient`.
  public var isTransient: Bool {
    switch self {
    case .problem(_, let failure): RequestFailure.status(failure).isTransient
    case .request(let failure): failure.isTransient
    }
  }
}

extension ProblemFailure: Equatable where Body: Equatable {}
extension ProblemFailure: Hashable where Body: Hashable {}

extension ProblemFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What happened, without secrets and without the body.
  public var description: String {
    switch self {
    case .problem(_, let failure): failure.description
    case .request(let failure): failure.description
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what failed; the body apart, which is the caller's to show.
  public var customMirror: Mirror {
    switch self {
    case .problem(_, let failure): Mirror(self, children: ["problem": failure])
    case .request(let failure): Mirror(self, children: ["request": failure])
    }
  }
}
