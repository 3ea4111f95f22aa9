/// Media types that are asked for: one, all of a type, or any (RFC 9110 section 12.5.1).
///
/// ```swift
/// "application/json"   "image/*"   "*/*"
/// ```
///
/// Case and parameters do not count. A structured suffix is no range of its own:
/// `application/problem+json` is in no `application/json`. A text that is no range holds nothing.
public struct MediaRange: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The range as it was written.
  public let text: String
  private let range: MediaType?

  /// The range that is written so.
  public init(_ text: String) {
    self.text = text
    range = MediaType(text)
  }

  /// The range that is written so.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Whether a body of that type, nil for none that is known, is in the range.
  public func contains(_ type: MediaType?) -> Bool {
    guard let range else { return false }
    if range.type == "*" { return range.subtype == "*" }
    guard let type else { return false }
    return range.type == type.type && (range.subtype == "*" || range.subtype == type.subtype)
  }
}

extension MediaRange: CustomStringConvertible {
  /// The range as it was written.
  public var description: String { text }
}
