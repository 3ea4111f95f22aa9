/// Where below the base a request goes: a literal, in which each interpolated value fills exactly
/// one segment.
///
/// ```swift
/// .get("users/\(id)/notes")        // id "a/b" asks for users/a%2Fb/notes
/// .get("search?q=\(words)&page=2") // after the question mark a value is a query value
/// ```
///
/// Literal parts are text as it stands in a URL and are taken as they are. A value is data: all
/// but unreserved characters of it are escaped, the slash and the percent sign too (RFC 3986
/// section 3.3). A value that no escape makes a segment of – empty, `.` or `..` – is remembered,
/// and the request fails with it when it is sent; nothing traps.
public struct RequestPath: Sendable, Hashable {
  /// The path as it stands in a URL, with a query when one was written.
  public private(set) var text: String
  /// The first value that can fill no segment.
  private(set) var fault: InvalidURL?

  /// A path, or a whole URL, that is at hand as text: it is taken as it is.
  public init(_ text: String) {
    self.text = text
  }
}

extension RequestPath: ExpressibleByStringInterpolation {
  /// A path without values.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// A path with values.
  public init(stringInterpolation: StringInterpolation) {
    self.init(stringInterpolation.text)
    fault = stringInterpolation.fault
  }

  /// Collects the literal parts and the values of a path.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var fault: InvalidURL?

    /// Room for the parts to come.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Takes a literal part as it is.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Fills one segment, or one value of the query, with `value`. An optional is not taken:
    /// what its absence should ask for is not for a path to guess.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let data = value.description
      guard !text.unicodeScalars.contains("?") else {
        text += PercentEncoding.encode(data)
        return
      }
      do throws(InvalidURL) {
        text += try PathSegment(data).encoded
      } catch {
        fault = fault ?? error
      }
    }
  }
}

extension RequestPath: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path without what may be secret: its query, and user information when it is a URL.
  public var description: String { HTTPURL.redacted(text).onOneLine(atMost: 2_000) }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["path": description])
  }
}
