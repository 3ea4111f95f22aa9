extension HTTPURL {
  /// The URL that `reference` stands for here (RFC 3986 section 5.2), as `Location` and `Link` have
  /// it: unlike a path that is appended, it replaces what it names.
  ///
  /// The fragment is that of the reference; the one of this URL is not inherited.
  ///
  /// - Throws: `InvalidURL` when it stands for nothing that can be sent to: another scheme, no
  ///   host, a port that is none.
  public func resolving(_ reference: String) throws(InvalidURL) -> HTTPURL {
    if Self.beginsWithScheme(reference) { return try HTTPURL(reference) }
    if reference.unicodeScalars.starts(with: "//".unicodeScalars) {
      return try HTTPURL("\(scheme):\(reference)")
    }
    let text = PathText(reference)
    var url = self
    url.parts.fragment = text.fragment
    guard !text.path.isEmpty else {
      url.parts.query = text.query ?? query
      return url
    }
    let folder = text.path.hasPrefix("/") ? "" : folderPath
    url.parts.path = "/" + PathSegments((folder + text.path).dropFirst()).text
    url.parts.query = text.query
    return url
  }

  /// The path up to its last slash, which the reference is put behind.
  private var folderPath: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
  }

  /// RFC 3986 section 3.1; `javascript:1` has a scheme, `a/b:c` and `:x` have none.
  private static func beginsWithScheme(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first.isASCII, first.properties.isAlphabetic,
      let end = scalars.firstIndex(where: { !isOfScheme($0) })
    else { return false }
    return scalars[end] == ":"
  }

  private static func isOfScheme(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar))
  }
}
