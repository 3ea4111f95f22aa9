extension StringProtocol {
  /// The text for a line of a description: what would break the line or change its direction is
  /// escaped as in a Swift literal, and what is longer than `limit` scalars is cut.
  ///
  /// Servers and users choose such texts, and a log must not show lines that nobody wrote.
  func onOneLine(atMost limit: Int = 200) -> String {
    var line = ""
    for scalar in unicodeScalars.prefix(limit) {
      if Self.isSafe(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return unicodeScalars.dropFirst(limit).isEmpty ? line : line + "…"
  }

  /// The text so, between quotation marks.
  var quotedOnOneLine: String { "\"\(onOneLine())\"" }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }
}
