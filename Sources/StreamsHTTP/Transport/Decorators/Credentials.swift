/// What a request proves with who sends it: one field.
///
/// A description shows nothing of it. What cannot go on the wire, such as a token with a line
/// break, is kept and fails the requests it was for with `invalidRequest`; nothing is sent then.
public struct Credentials: Hashable, Sendable {
  /// The field; or why there is none.
  private let field: Result<HTTPFields.Field, InvalidCredentials>
  /// When the credentials are of no use any more, from the start of 1970 in UTC; nil when that is
  /// not known. They are replaced before a request rather than refused after it.
  public var expires: Duration?

  private init(
    expires: Duration?, _ field: () throws(InvalidCredentials) -> HTTPFields.Field
  ) {
    do throws(InvalidCredentials) {
      self.field = .success(try field())
    } catch {
      self.field = .failure(error)
    }
    self.expires = expires
  }

  /// A field of that name and value. The name has to be one that `HTTPFields.Field.isSecret`
  /// knows, `X-API-Key` say, because that is what keeps it from other origins and from logs.
  public init(field name: String, _ value: String, expires: Duration? = nil) {
    self.init(expires: expires) { () throws(InvalidCredentials) in
      try Self.field(name, value)
    }
  }

  /// A bearer token (RFC 6750 section 2.1).
  public static func bearer(_ token: String, expires: Duration? = nil) -> Self {
    Self(expires: expires) { () throws(InvalidCredentials) in
      guard !token.trimmingOptionalWhitespace().isEmpty else { throw InvalidCredentials(.empty) }
      return try field("Authorization", "Bearer \(token)")
    }
  }

  /// A user's name and password (RFC 7617), in UTF-8 and as they are given.
  ///
  /// A name with a colon and control characters in either are refused, as section 2 asks for.
  public static func basic(user: String, password: String) -> Self {
    Self(expires: nil) { () throws(InvalidCredentials) in
      guard !user.utf8.contains(UInt8(ascii: ":")) else { throw InvalidCredentials(.colon) }
      let text = "\(user):\(password)"
      guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw InvalidCredentials(.control)
      }
      return try field("Authorization", "Basic \(Base64.encode(text.utf8))")
    }
  }

  private static func field(
    _ name: String, _ value: String
  ) throws(InvalidCredentials) -> HTTPFields.Field {
    let field: HTTPFields.Field
    do throws(InvalidField) {
      field = try HTTPFields.Field(name: name, value: value)
    } catch {
      throw InvalidCredentials(.field(error))
    }
    guard field.isSecret else { throw InvalidCredentials(.notSecret(name)) }
    return field
  }
}

extension Credentials {
  /// The request with the field; one that has such a field keeps its own.
  func applied(to request: HTTPRequest) throws(TransportFailure) -> HTTPRequest {
    do {
      var request = request
      let field = try field.get()
      try request.fields.setIfAbsent(field.name, field.value)
      return request
    } catch {
      throw TransportFailure(.invalidRequest, "credentials: \(error)", request: request)
    }
  }

  /// Whether they are of no use at that time of day.
  func areExpired(at now: Duration) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name of the field, or what is wrong.
  public var description: String {
    switch field {
    case .success(let field): "\(field.name): <redacted>"
    case .failure(let error): "\(error)"
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["credentials": description])
  }
}

/// Credentials that no request can carry.
public struct InvalidCredentials: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with them.
  public enum Reason: Hashable, Sendable {
    /// The token is empty.
    case empty
    /// The user's name holds a colon (RFC 7617 section 2).
    case colon
    /// The name or the password holds a control character (RFC 7617 section 2).
    case control
    /// The field is not known as a secret one, so that it would be shown and sent elsewhere.
    case notSecret(String)
    /// Name or value cannot go on the wire.
    case field(InvalidField)
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// What is wrong, without the credentials.
  public var description: String {
    switch reason {
    case .empty: "the token is empty"
    case .colon: "a user's name cannot hold a colon"
    case .control: "name and password cannot hold control characters"
    case .notSecret(let name): "field \(name.quotedOnOneLine) is not known as a secret one"
    case .field(let error): "\(error)"
    }
  }
}

// MARK: -

/// RFC 4648 section 4.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start...].prefix(3)
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let isPad = place > group.count
        text.append(isPad ? UInt8(ascii: "=") : digits[Int(bits >> (18 - 6 * place) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
