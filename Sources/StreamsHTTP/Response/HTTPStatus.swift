/// The status code of a response (RFC 9110 section 15): any number, since clients meet any.
public struct HTTPStatus: Hashable, Sendable {
  /// What the first digit says.
  public enum Kind: Hashable, Sendable {
    /// 1xx: the answer is still to come.
    case informational
    /// 2xx: received, understood, accepted.
    case success
    /// 3xx: something else is to be asked.
    case redirection
    /// 4xx: the request is at fault.
    case clientError
    /// 5xx: the server is at fault.
    case serverError
    /// No number from 100 to 599.
    case other
  }

  /// The number.
  public let code: Int

  /// The status of that number.
  public init(_ code: Int) {
    self.code = code
  }

  /// What the first digit says.
  public var kind: Kind {
    switch code {
    case 100..<200: .informational
    case 200..<300: .success
    case 300..<400: .redirection
    case 400..<500: .clientError
    case 500..<600: .serverError
    default: .other
    }
  }

  /// Whether a response of this status to that method has no content whatever its fields say
  /// (RFC 9112 section 6.3).
  func hasNoContent(to method: HTTPMethod) -> Bool {
    switch code {
    case 100..<200, 204, 304: true
    default: method == .head || (method == .connect && kind == .success)
    }
  }
}

extension HTTPStatus: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The status of that number.
  public init(integerLiteral code: Int) {
    self.init(code)
  }

  /// The number.
  public var description: String { String(code) }
}
