/// Why a value cannot be items of a query, and where in it.
///
/// It does not hold the value, which may be secret, and which may be what no text can be made of.
public struct QueryEncodingFailure: Error, Hashable, Sendable {
  /// Where in the value, names and indices joined by dots; empty for the value as a whole.
  public let codingPath: String
  /// The type of what is there.
  public let type: String
  /// What is wrong with it, in words; empty when its type did not say.
  public let reason: String

  init(_ type: Any.Type, at path: [any CodingKey], _ reason: String = "") {
    codingPath = path.map(\.stringValue).joined(separator: ".")
    self.type = "\(type)"
    self.reason = reason
  }

  /// What `error` says; its own words may quote the value.
  init(_ error: any Error, of type: Any.Type, at path: [any CodingKey]) {
    switch error {
    case let failure as Self: self = failure
    case let reason as UnwritableReason: self.init(type, at: path, reason.words)
    case EncodingError.invalidValue(let value, let context):
      self.init(Swift.type(of: value), at: context.codingPath)
    default: self.init(type, at: path)
    }
  }

  /// What any failure to encode may say: the place and the kind; the value itself is not quoted.
  static func words(for error: any Error) -> String {
    switch error {
    case let failure as Self: failure.description
    case EncodingError.invalidValue(let value, let context):
      Self(Swift.type(of: value), at: context.codingPath).description
    default: "the value cannot be encoded (\(Swift.type(of: error)))"
    }
  }
}

extension QueryEncodingFailure: CustomStringConvertible {
  /// One line: the place, the type and the reason.
  public var description: String {
    let place = codingPath.isEmpty ? "the value" : codingPath.quotedOnOneLine
    let why = reason.isEmpty ? "" : ": \(reason)"
    return "\(place), of type \(type), cannot be encoded\(why)"
  }
}

/// Why a value of a type is no text, in words that do not show it.
struct UnwritableReason: Error {
  let words: String

  init(_ words: String) {
    self.words = words
  }
}
