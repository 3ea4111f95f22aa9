extension HTTPURL {
  /// This URL with a path put after its own, and query items after those there are.
  ///
  /// `path` is text as it is written in a URL: it may carry a query, a fragment and escapes, and
  /// begins with a slash or not, which means the same. What the base has stays: `https://h/api`
  /// and `/users` make `https://h/api/users`. A path with `scheme://` is a URL of its own and
  /// replaces the base; `//host` is a path. `.` and `..` are resolved within `path`.
  ///
  /// Items are data: everything but unreserved characters is escaped (RFC 3986 section 2.3).
  ///
  /// - Throws: `InvalidURL` when `path` climbs above the base or is a URL that cannot be sent to.
  public func appending(
    path: String, query items: [(String, String)] = []
  ) throws(InvalidURL) -> HTTPURL {
    if Self.scheme(of: path) != nil {
      return try HTTPURL(path).appending(items)
    }
    let text = PathText(path)
    var url = self
    url.parts.path = try joined(text.path, as: path)
    url.parts.query = Self.joined(query, text.query)
    url.parts.fragment = text.fragment
    return url.appending(items)
  }

  private func appending(_ items: [(String, String)]) -> HTTPURL {
    guard !items.isEmpty else { return self }
    var url = self
    url.parts.query = Self.joined(query, PercentEncoding.query(items))
    return url
  }

  private func joined(_ relative: String, as text: String) throws(InvalidURL) -> String {
    guard !relative.isEmpty else { return path }
    let segments = PathSegments(relative.drop { $0 == "/" })
    guard !segments.climb else { throw InvalidURL(.escapesBase, in: text) }
    return (path.hasSuffix("/") ? path : path + "/") + segments.text
  }

  private static func joined(_ first: String?, _ second: String?) -> String? {
    guard let first, !first.isEmpty else { return second ?? first }
    guard let second, !second.isEmpty else { return first }
    return first.hasSuffix("&") ? first + second : "\(first)&\(second)"
  }
}

/// The segments of a path that does not begin with a slash, `.` and `..` resolved (RFC 3986 section
/// 5.2.4).
struct PathSegments {
  /// The path that is left.
  let text: String
  /// Whether a `..` led above where the path began; it is left out.
  let climb: Bool

  init(_ path: Substring) {
    var kept: [Substring] = []
    var endsInFolder = false
    var climb = false
    for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
      endsInFolder = true
      switch Dots(segment) {
      case .here: continue
      case .up: if kept.popLast() == nil { climb = true }
      case .none:
        kept.append(segment)
        endsInFolder = false
      }
    }
    text = kept.joined(separator: "/") + (endsInFolder && !kept.isEmpty ? "/" : "")
    self.climb = climb
  }
}

/// What a segment made of dots means (RFC 3986 section 5.2.4). Servers that unescape before they
/// resolve read `%2e` as a dot, so it is one here too.
private enum Dots {
  case none, here, up

  init(_ segment: some StringProtocol) {
    guard let first = segment.utf8.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "%")
    else {
      self = .none
      return
    }
    switch segment.lowercasedASCII().replacing("%2e", with: ".") {
    case ".": self = .here
    case "..": self = .up
    default: self = .none
    }
  }
}
