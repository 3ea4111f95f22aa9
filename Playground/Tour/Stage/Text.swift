import Foundation

/// Words for a terminal: columns, and colours where they are wanted.
enum Text {
  /// Colours are for people who watch, and who have not said that they want none (no-color.org).
  private static let isColoured: Bool = {
    let environment = ProcessInfo.processInfo.environment
    guard environment["NO_COLOR", default: ""].isEmpty, environment["TERM"] != "dumb" else {
      return false
    }
    return isatty(STDOUT_FILENO) == 1
  }()

  static func title(_ text: String) -> String { styled(text, "1") }
  static func dim(_ text: String) -> String { styled(text, "2") }
  static func good(_ text: String) -> String { styled(text, "32") }
  static func odd(_ text: String) -> String { styled(text, "33") }
  static func bad(_ text: String) -> String { styled(text, "31") }

  private static func styled(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The text with spaces after it up to a width; cut, with a sign, where it is longer.
  static func padded(_ text: String, to width: Int) -> String {
    guard text.count <= width else { return text.prefix(width - 1) + "…" }
    return text + String(repeating: " ", count: width - text.count)
  }

  /// The text with spaces before it up to a width.
  static func right(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension Duration {
  /// Whole milliseconds, rounded.
  var milliseconds: Int {
    Int((self / .milliseconds(1)).rounded())
  }

  /// In words: `120 ms`.
  var words: String { "\(milliseconds) ms" }
}
