/// Why a form cannot be sent as it was described. Nothing was sent.
public struct MultipartFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// What was made as a boundary is none (RFC 2046 section 5.1.1).
    case boundary(String)
    /// Every boundary that was made occurs in the parts.
    case boundaryInData
    /// The media type of the part is none.
    case contentType(String)
    /// There is no file that can be read at that path.
    case file(String)
    /// No body has that many bytes.
    case length(Int)
    /// The value could not be encoded, for the reason in words.
    case value(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The name of the part; nil when it is the form as a whole.
  public let part: String?

  init(_ reason: Reason, part: String? = nil) {
    self.reason = reason
    self.part = part
  }
}

extension MultipartFailure: CustomStringConvertible {
  /// One line that names the part.
  public var description: String {
    (part.map { "part \($0.quotedOnOneLine): " } ?? "") + reason.description
  }
}

extension MultipartFailure.Reason: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .boundary(let text): "\(text.quotedOnOneLine) is no boundary"
    case .boundaryInData: "the boundary occurs in the data"
    case .contentType(let type): "\(type.quotedOnOneLine) is no media type"
    case .file(let path): "the file \(path.quotedOnOneLine) cannot be read"
    case .length(let length): "no body has \(length) bytes"
    case .value(let reason): reason.onOneLine()
    }
  }
}
