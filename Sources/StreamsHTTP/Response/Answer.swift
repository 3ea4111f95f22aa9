/// A whole answer: head and body, with the request it answers.
public struct Answer: Hashable, Sendable {
  /// The request as the client sent it.
  public var request: HTTPRequest
  /// The head.
  public var response: HTTPResponse
  /// The body, content codings undone; empty when the response has none.
  public var body: [UInt8]
  /// What was tried before this answer.
  public var attempts: [Attempt]
  /// The body, when it went to a file instead.
  var file: ReceivedFile?

  /// An answer of the given parts.
  public init(
    request: HTTPRequest, response: HTTPResponse, body: [UInt8] = [], attempts: [Attempt] = []
  ) {
    self.request = request
    self.response = response
    self.body = body
    self.attempts = attempts
  }
}

extension Answer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Status, request and the size of the body, without secrets.
  public var description: String {
    "\(response.status) to \(request), \(body.count) bytes"
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
