extension HTTPURL {
  /// Reads an absolute URL (RFC 3986 section 3).
  ///
  /// Characters that cannot stand in a path, query or fragment are escaped, and `.` and `..` in the
  /// path are resolved, as a network stack would do it anyway. The host is not mended, since a
  /// host that has to be guessed is a host nobody asked for.
  ///
  /// - Throws: `InvalidURL`, which names the part that is wrong.
  public init(_ text: String) throws(InvalidURL) {
    guard let (scheme, rest) = Self.scheme(of: text), Self.schemes.contains(scheme) else {
      throw InvalidURL(.scheme, in: text)
    }
    let authorityEnd = rest.firstIndex { "/?#".unicodeScalars.contains($0) } ?? rest.endIndex
    let tail = PathText(String(rest[authorityEnd...]))
    let authority = try Authority(String(rest[..<authorityEnd]), in: text)

    self.init(
      Parts(
        scheme: scheme, userInfo: authority.userInfo, host: authority.host, port: authority.port,
        path: "/" + PathSegments(tail.path.dropFirst()).text, query: tail.query,
        fragment: tail.fragment))
  }

  private static let schemes: Set<String> = ["http", "https"]
  private static let schemeMarks = Set("0123456789+-.".unicodeScalars)

  /// The scheme in lower case and what follows its `://`; nil when the text does not begin with
  /// a scheme and `://`, as `users:search` does not.
  static func scheme(of text: String) -> (String, Substring.UnicodeScalarView)? {
    let scalars = text.unicodeScalars[...]
    guard let colon = scalars.firstIndex(of: ":") else { return nil }
    let name = scalars[..<colon]
    let rest = scalars[scalars.index(after: colon)...]
    guard let first = name.first, first.isASCII, first.properties.isAlphabetic,
      name.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || schemeMarks.contains($0)) }),
      rest.starts(with: "//".unicodeScalars)
    else { return nil }
    return (String(name).lowercasedASCII(), rest.dropFirst(2))
  }
}

/// A path as it is written, with the query and the fragment that may follow it; all proper.
struct PathText {
  let path: String
  let query: String?
  let fragment: String?

  init(_ text: String) {
    let (beforeHash, fragment) = Self.split(text.unicodeScalars[...], at: "#")
    let (path, query) = Self.split(beforeHash, at: "?")
    self.path = PercentEncoding.normalize(String(path), allowed: .path)
    self.query = query.map { PercentEncoding.normalize(String($0), allowed: .query) }
    self.fragment = fragment.map { PercentEncoding.normalize(String($0), allowed: .query) }
  }

  private static func split(
    _ text: Substring.UnicodeScalarView, at mark: Unicode.Scalar
  ) -> (Substring.UnicodeScalarView, Substring.UnicodeScalarView?) {
    guard let place = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<place], text[text.index(after: place)...])
  }
}

/// User information, host and port (RFC 3986 section 3.2).
private struct Authority {
  let userInfo: String?
  let host: String
  let port: Int?

  init(_ authority: String, in text: String) throws(InvalidURL) {
    var rest = authority.unicodeScalars[...]
    if let at = rest.lastIndex(of: "@") {
      userInfo = PercentEncoding.normalize(String(rest[..<at]), allowed: .userInfo)
      rest = rest[rest.index(after: at)...]
    } else {
      userInfo = nil
    }
    let afterBracket = rest.lastIndex(of: "]").map { rest.index(after: $0) } ?? rest.startIndex
    let colon = rest[afterBracket...].firstIndex(of: ":") ?? rest.endIndex
    host = try Self.host(String(rest[..<colon]), in: text)
    port = try Self.port(String(rest[colon...].dropFirst()), in: text)
  }

  private static func host(_ host: String, in text: String) throws(InvalidURL) -> String {
    guard !host.isEmpty else { throw InvalidURL(.noHost, in: text) }
    let isHost = host.hasPrefix("[") ? isIPv6Literal(host) : isName(host)
    guard isHost else { throw InvalidURL(.host, in: text) }
    return host.lowercasedASCII()
  }

  /// Letters, digits and the marks names are made of in practice. RFC 3986 section 3.2.2 allows
  /// escapes too; two programs that unescape differently would ask two hosts, so we do not.
  private static func isName(_ host: String) -> Bool {
    let marks = Set("!$&'()*+,;=".utf8)
    return host.utf8.allSatisfy { byte in
      PercentEncoding.Allowed.unreserved.contains(byte) || marks.contains(byte)
    }
  }

  private static func isIPv6Literal(_ host: String) -> Bool {
    guard host.hasPrefix("["), host.hasSuffix("]") else { return false }
    let address = host.utf8.dropFirst().dropLast()
    let allowed = Set("0123456789abcdefABCDEF:.".utf8)
    return address.count { $0 == UInt8(ascii: ":") } >= 2 && address.allSatisfy(allowed.contains)
  }

  private static func port(_ digits: String, in text: String) throws(InvalidURL) -> Int? {
    guard !digits.isEmpty else { return nil }
    guard digits.utf8.allSatisfy(\.isASCIIDigit), let port = Int(digits), port <= 65535
    else { throw InvalidURL(.port, in: text) }
    return port
  }
}
