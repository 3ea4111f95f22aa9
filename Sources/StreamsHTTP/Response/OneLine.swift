extension StringProtocol {
  /// The text for a line of a description: what would break the line or change its direction is
  /// escaped as in a Swift literal, and what is longer than `limit` scalars is cut.
  ///
  /// Servers and users choose such texts, and a log must not show lines that nobody wrote.
  func onOneLine(atMost limit: Int = 200) -> String {
    var line = ""
    for scalar in unicodeScalars.prefix(limit) {
      if scalar.staysInLine {
        line.unicodeScalars.append(scalar)
      } else {
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return unicodeScalars.dropFirst(limit).isEmpty ? line : line + "…"
  }

  /// The text so, between quotation marks.
  var quotedOnOneLine: String { "\"\(onOneLine())\"" }
}

extension Unicode.Scalar {
  /// Whether it neither breaks a line nor changes its direction. Two marks without a width are
  /// kept, which words of some languages need.
  var staysInLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: self == "\u{200C}" || self == "\u{200D}"
    default: true
    }
  }
}
