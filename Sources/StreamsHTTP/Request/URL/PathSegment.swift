/// Data for exactly one segment of a path, escaped so that it stays one (RFC 3986 section 3.3).
///
/// Everything but unreserved characters is escaped, the slash and the percent sign too: what is
/// data is never read as text that is escaped already.
struct PathSegment: Hashable, Sendable {
  let encoded: String

  /// - Throws: `InvalidURL` for `.`, `..` and the empty text, which no escape makes a name of.
  init(_ data: String) throws(InvalidURL) {
    guard !data.isEmpty, data != ".", data != ".." else {
      throw InvalidURL(.segment, in: data)
    }
    encoded = PercentEncoding.encode(data)
  }
}
