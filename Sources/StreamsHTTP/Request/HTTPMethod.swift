/// A request method: any token, compared as it is written (RFC 9110 section 9.1: methods are
/// case-sensitive, so `get` is not `GET`).
public struct HTTPMethod: Hashable, Sendable {
  /// The token as it goes on the wire.
  public let rawValue: String

  /// A method of any name, such as `PROPFIND`.
  ///
  /// - Throws: `InvalidMethod` when `token` is not a token of RFC 9110 section 5.6.2.
  public init(_ token: String) throws(InvalidMethod) {
    guard Token.isValid(token) else { throw InvalidMethod(token: token) }
    self.init(known: token)
  }

  private init(known token: String) {
    rawValue = token
  }

  /// Asks for what is there (RFC 9110 section 9.3.1).
  public static let get = Self(known: "GET")
  /// Asks for the head of what `get` would answer (RFC 9110 section 9.3.2).
  public static let head = Self(known: "HEAD")
  /// Hands content to a resource to do with as it does (RFC 9110 section 9.3.3).
  public static let post = Self(known: "POST")
  /// Replaces what is there (RFC 9110 section 9.3.4).
  public static let put = Self(known: "PUT")
  /// Changes a part of what is there (RFC 5789).
  public static let patch = Self(known: "PATCH")
  /// Removes what is there (RFC 9110 section 9.3.5).
  public static let delete = Self(known: "DELETE")
  /// Asks for a tunnel (RFC 9110 section 9.3.6).
  public static let connect = Self(known: "CONNECT")
  /// Asks what can be done (RFC 9110 section 9.3.7).
  public static let options = Self(known: "OPTIONS")
  /// Asks for the request as it arrived (RFC 9110 section 9.3.8).
  public static let trace = Self(known: "TRACE")

  /// Whether the method only reads (RFC 9110 section 9.2.1).
  public var isSafe: Bool {
    [.get, .head, .options, .trace].contains(self)
  }

  /// Whether several equal requests do what one does (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  /// Whether content has no meaning for the method, so that a body is refused (RFC 9110
  /// sections 9.3.1, 9.3.2 and 9.3.8).
  var refusesContent: Bool {
    [.get, .head, .trace].contains(self)
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}

/// A method that is no token, refused before it could reach a request line.
public struct InvalidMethod: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was given.
  public let token: String

  /// One line that names the method.
  public var description: String {
    "\(token.quotedOnOneLine) is no request method: a method is a token (RFC 9110 section 9.1)"
  }
}
