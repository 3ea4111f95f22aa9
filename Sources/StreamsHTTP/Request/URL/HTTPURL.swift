/// An absolute `http` or `https` URL (RFC 3986; RFC 9110 section 4.2).
///
/// Scheme and host are lower case, the path is never empty, and the parts are kept as they go on
/// the wire: what is escaped stays escaped, and nothing is escaped twice.
///
/// A description shows neither user information nor the values of the query; `string` does.
public struct HTTPURL: Hashable, Sendable {
  /// Shared by all copies: a URL is in every event of an exchange, and copied for each stage.
  private var storage: Storage

  struct Parts: Hashable, Sendable {
    var scheme: String
    var userInfo: String?
    var host: String
    var port: Int?
    var path: String
    var query: String?
    var fragment: String?
  }

  private final class Storage: Sendable {
    let parts: Parts
    init(_ parts: Parts) { self.parts = parts }
  }

  init(_ parts: Parts) { storage = Storage(parts) }

  var parts: Parts {
    get { storage.parts }
    set { storage = Storage(newValue) }
  }

  /// `http` or `https`.
  public var scheme: String { storage.parts.scheme }
  /// User name and password, escaped, as they stand before the `@`.
  public var userInfo: String? { storage.parts.userInfo }
  /// A name, an IPv4 address or an IPv6 address in brackets; lower case.
  public var host: String { storage.parts.host }
  /// The port that is written, if one is.
  public var port: Int? { storage.parts.port }
  /// The escaped path; it begins with a slash.
  public var path: String { storage.parts.path }
  /// The escaped query without its question mark; nil when there is no question mark.
  public var query: String? { storage.parts.query }
  /// The escaped fragment without its hash sign.
  public var fragment: String? { storage.parts.fragment }

  /// The port that is connected to: the one that is written, or the scheme's own.
  public var effectivePort: Int {
    port ?? (scheme == "https" ? 443 : 80)
  }

  /// Path and query, as they stand in a request line (RFC 9112 section 3.2.1).
  public var target: String {
    path + (query.map { "?\($0)" } ?? "")
  }

  /// Host, and port where it is written: the value of the `Host` field (RFC 9110 section 7.2).
  public var authority: String {
    host + (port.map { ":\($0)" } ?? "")
  }

  /// The whole URL as text, secrets too.
  public var string: String {
    let user = userInfo.map { "\($0)@" } ?? ""
    return "\(scheme)://\(user)\(authority)\(target)" + (fragment.map { "#\($0)" } ?? "")
  }

  /// Whether both URLs have one origin: equal scheme, host and port (RFC 6454 section 5).
  public func hasSameOrigin(as other: HTTPURL) -> Bool {
    scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
  }
}

extension HTTPURL {
  /// Whether all parts are equal, as they are written.
  public static func == (left: HTTPURL, right: HTTPURL) -> Bool {
    left.storage === right.storage || left.storage.parts == right.storage.parts
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.parts) }
}

extension HTTPURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The URL without user information, the values of its query and its fragment.
  public var description: String {
    let query = query.map { query in
      "?"
        + query.split(separator: "&").map { pair in
          guard let sign = pair.firstIndex(of: "=") else { return "<redacted>" }
          return "\(pair[..<sign])=<redacted>"
        }.joined(separator: "&")
    }
    return "\(scheme)://\(authority)\(path)\(query ?? "")"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["url": description])
  }

  /// A text that may be a URL, without user information, query and fragment. User information
  /// that is not escaped can hold a slash, so all before the last `@` counts as such in a URL; it
  /// can hold a question mark too, so a host that is none and has an `@` somewhere behind it is
  /// not shown.
  static func redacted(_ text: some StringProtocol) -> String {
    let shown = String(
      String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "?" && $0 != "#" }))
    let scheme = scheme(of: shown).map { "\($0.0)://" } ?? ""
    let authority = shown.unicodeScalars.prefix { !scheme.isEmpty || $0 != "/" }
    if let at = authority.lastIndex(of: "@") {
      return scheme + String(shown.unicodeScalars[at...].dropFirst())
    }
    guard !scheme.isEmpty, text.unicodeScalars.contains("@"), (try? HTTPURL(shown)) == nil else {
      return shown
    }
    return scheme + "<redacted>"
  }
}

/// A text that is no URL to send to, or a path that does not stay below its base.
public struct InvalidURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the text.
  public enum Reason: Hashable, Sendable {
    /// There is no scheme, or one other than `http` and `https`.
    case scheme
    /// There is no host.
    case noHost
    /// The host is no name and no address.
    case host
    /// The port is no number up to 65535.
    case port
    /// The path climbs above the base with `..`.
    case escapesBase
    /// A value that was to fill one segment of a path is empty, `.` or `..`.
    case segment
  }

  /// What is wrong.
  public let reason: Reason
  /// The text, without user information and query.
  public let text: String

  init(_ reason: Reason, in text: some StringProtocol) {
    self.reason = reason
    self.text = HTTPURL.redacted(text)
  }

  /// One line that names the place.
  public var description: String {
    let shown = text.quotedOnOneLine
    return switch reason {
    case .scheme: "the URL \(shown) does not begin with http:// or https://"
    case .noHost: "the URL \(shown) has no host"
    case .host: "the host in the URL \(shown) is neither a name nor an address"
    case .port: "the port in the URL \(shown) is no number from 0 to 65535"
    case .escapesBase: "the path \(shown) climbs above the base URL"
    case .segment: "\(shown) cannot fill a segment of a path"
    }
  }
}
