/// Why a value cannot be written, in words that do not show it.
struct UnwritableReason: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension EncodingError {
  static func unwritable(
    _ value: Any, at path: [any CodingKey], _ reason: String
  ) -> EncodingError {
    unwritable(value, at: path, UnwritableReason(reason))
  }

  static func unwritable(
    _ value: Any, at path: [any CodingKey], _ error: any Error
  ) -> EncodingError {
    let words = (error as? UnwritableReason)?.description ?? "its encoding failed"
    return .invalidValue(
      value, Context(codingPath: path, debugDescription: words, underlyingError: error))
  }

  /// The place, the kind and the reason where it is known to tell nothing secret; the value itself
  /// is not quoted.
  static func words(for error: any Error) -> String {
    guard case EncodingError.invalidValue(let value, let context) = error else {
      return "the value cannot be encoded (\(type(of: error)))"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    let place = path.isEmpty ? "the value" : "\"\(path)\""
    let reason = (context.underlyingError as? UnwritableReason).map { ": \($0)" } ?? ""
    return "\(place), of type \(type(of: value)), cannot be encoded\(reason)"
  }
}
