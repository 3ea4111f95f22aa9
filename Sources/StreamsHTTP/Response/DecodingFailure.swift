/// An accepted answer that is not the value it was to be.
public struct DecodingFailure: Error, Hashable, Sendable {
  /// What is wrong with the body.
  public enum Reason: Hashable, Sendable {
    /// It is empty, where a value was expected.
    case empty
    /// A value of that key is missing.
    case missing(key: String)
    /// There is a null where a value of that type was expected.
    case null(expected: String)
    /// There is something other than a value of that type.
    case mismatch(expected: String)
    /// It cannot be read: no JSON, a date of another form, a value the type refuses.
    case unreadable
  }

  /// What is wrong.
  public var reason: Reason
  /// Where in the body, keys and indices joined by dots; empty for the body as a whole.
  public var codingPath: String
  /// The request as it was sent.
  public var request: HTTPRequest
  /// The head of the answer.
  public var response: HTTPResponse
  /// The first 4 KiB of the body.
  public var body: [UInt8]
  /// How many bytes the body has.
  public var bodyCount: Int
  /// What was tried, in order.
  public var attempts: [Attempt]

  init(_ answer: Answer, _ error: any Error) {
    (reason, codingPath) = Self.read(error)
    request = answer.request
    response = answer.response
    body = Array(answer.body.prefix(4096))
    bodyCount = answer.body.count
    attempts = answer.attempts
  }

  /// Takes the place and the kind of the error; its own words may quote the body.
  private static func read(_ error: any Error) -> (Reason, String) {
    switch error {
    case is EmptyBody:
      (.empty, "")
    case DecodingError.keyNotFound(let key, let context):
      (.missing(key: key.stringValue), path(context.codingPath))
    case DecodingError.valueNotFound(let type, let context):
      (.null(expected: "\(type)"), path(context.codingPath))
    case DecodingError.typeMismatch(let type, let context):
      (.mismatch(expected: "\(type)"), path(context.codingPath))
    case DecodingError.dataCorrupted(let context):
      (.unreadable, path(context.codingPath))
    default:
      (.unreadable, "")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
  }
}

extension DecodingFailure: CustomStringConvertible, CustomDebugStringConvertible {
  /// Three lines: what is wrong and where, what was asked, what came. The body is not shown.
  public var description: String {
    let place = codingPath.isEmpty ? "the body" : codingPath.quotedOnOneLine
    let type = response.fields["Content-Type"].map { " of \($0.onOneLine())" } ?? ""
    return """
      \(place) \(reason)
        asked: \(request)
        came:  \(response.status), \(bodyCount) bytes\(type)
      """
  }

  /// The same as `description`.
  public var debugDescription: String { description }
}

extension DecodingFailure.Reason: CustomStringConvertible {
  /// What is wrong, as the rest of a sentence about the place.
  public var description: String {
    switch self {
    case .empty: "is empty"
    case .missing(let key): "has no value for the key \"\(key)\""
    case .null(let type): "is null, not a value of type \(type)"
    case .mismatch(let type): "is not a value of type \(type)"
    case .unreadable: "cannot be read"
    }
  }
}
