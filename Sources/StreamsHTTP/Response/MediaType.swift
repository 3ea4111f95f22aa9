/// What kind of content a body is, such as `text/html; charset=utf-8`, read as the WHATWG's MIME
/// Sniffing standard says (section 4.4), which RFC 9110 section 8.3.1 agrees with where it speaks.
public struct MediaType: Hashable, Sendable {
  /// A parameter, its name in lower case.
  public struct Parameter: Hashable, Sendable {
    /// The name, in lower case.
    public let name: String
    /// The value, without quotes and escapes.
    public let value: String
  }

  /// What stands before the slash, in lower case.
  public let type: String
  /// What stands after the slash, in lower case.
  public let subtype: String
  /// The parameters in the order they came; of equal names the first counts.
  public let parameters: [Parameter]

  /// The media type in a field value; nil when there is none, as in `text` or `a/b/c`. A parameter
  /// that cannot be read is passed over.
  public init?(_ text: String) {
    var scanner = MediaTypeScanner(text)
    guard let (type, subtype) = scanner.takeEssence() else { return nil }
    self.type = type
    self.subtype = subtype
    parameters = scanner.takeParameters()
  }

  /// Type and subtype, without parameters.
  public var essence: String { "\(type)/\(subtype)" }

  /// The value of the parameter of that name, in any case.
  public subscript(name: String) -> String? {
    let name = name.lowercasedASCII()
    return parameters.first { $0.name == name }?.value
  }

  /// The charset in lower case, when the type names one; blanks around a name are no part of it
  /// (WHATWG Encoding section 4.2).
  public var charset: String? { self["charset"]?.trimmingOptionalWhitespace().lowercasedASCII() }
}

extension MediaType: CustomStringConvertible {
  /// The type as a field value, values in quotes where they are no tokens.
  public var description: String {
    parameters.reduce(into: essence) { text, parameter in
      text += ";\(parameter.name)=\(Self.quotedIfNeeded(parameter.value))"
    }
  }

  private static func quotedIfNeeded(_ value: String) -> String {
    guard !Token.isValid(value) else { return value }
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    return String(text) + "\""
  }
}

extension HTTPResponse {
  /// The media type that `Content-Type` names; nil when there is no such field or none in it, and
  /// when two lines of it disagree.
  public var mediaType: MediaType? {
    let types = fields.values(of: "Content-Type").map { MediaType($0) }
    guard let first = types.first, types.allSatisfy({ $0?.essence == first?.essence }) else {
      return nil
    }
    return first
  }
}
