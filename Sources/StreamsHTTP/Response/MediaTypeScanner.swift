/// Takes a media type apart, step by step as WHATWG MIME Sniffing section 4.4 does.
struct MediaTypeScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars).drop(while: Self.isBlank)
    self.scalars = Array(Self.withoutBlanksBehind(scalars))
  }

  /// Type and subtype in lower case; nil when one is missing or no token.
  mutating func takeEssence() -> (type: String, subtype: String)? {
    let type = take { $0 != "/" }
    guard Token.isValid(type), index < scalars.count else { return nil }
    index += 1
    let subtype = Self.text(Self.withoutBlanksBehind(takeScalars { $0 != ";" }))
    guard Token.isValid(subtype) else { return nil }
    return (type.lowercasedASCII(), subtype.lowercasedASCII())
  }

  /// The parameters that can be read, the first of each name.
  mutating func takeParameters() -> [MediaType.Parameter] {
    var parameters: [MediaType.Parameter] = []
    while index < scalars.count {
      guard let parameter = takeParameter(),
        !parameters.contains(where: { $0.name == parameter.name })
      else { continue }
      parameters.append(parameter)
    }
    return parameters
  }

  /// What stands between this semicolon and the next; nil when that is no parameter.
  private mutating func takeParameter() -> MediaType.Parameter? {
    index += 1
    _ = takeScalars(Self.isBlank)
    let name = take { $0 != ";" && $0 != "=" }.lowercasedASCII()
    guard index < scalars.count, scalars[index] == "=" else { return nil }
    index += 1
    let value: String
    if index < scalars.count, scalars[index] == "\"" {
      value = takeQuoted()
      _ = takeScalars { $0 != ";" }
    } else {
      value = Self.text(Self.withoutBlanksBehind(takeScalars { $0 != ";" }))
      guard !value.isEmpty else { return nil }
    }
    guard Token.isValid(name), value.unicodeScalars.allSatisfy(Self.isQuotable) else { return nil }
    return MediaType.Parameter(name: name, value: value)
  }

  /// The text in quotes; one that is not closed ends with the field.
  private mutating func takeQuoted() -> String {
    var value = String.UnicodeScalarView()
    index += 1
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\"" { break }
      if scalar == "\\", index < scalars.count {
        value.append(scalars[index])
        index += 1
      } else {
        value.append(scalar)
      }
    }
    return String(value)
  }

  private mutating func take(while isTaken: (Unicode.Scalar) -> Bool) -> String {
    Self.text(takeScalars(isTaken))
  }

  private mutating func takeScalars(
    _ isTaken: (Unicode.Scalar) -> Bool
  ) -> ArraySlice<Unicode.Scalar> {
    let taken = scalars[index...].prefix(while: isTaken)
    index = taken.endIndex
    return taken
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func withoutBlanksBehind(
    _ scalars: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return scalars.prefix(0) }
    return scalars[...last]
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  /// What a quoted string can hold, escapes apart (RFC 9110 section 5.6.4).
  private static func isQuotable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20...0x7E, 0x80...0xFF: true
    default: false
    }
  }
}
