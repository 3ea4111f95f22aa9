/// Text and bytes as words of a POSIX shell (XCU section 2.2).
enum ShellWord {
  /// `text` as one word: nothing in it is expanded.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// `text` as it is where no shell sees anything in it, else quoted.
  static func bare(_ text: String) -> String {
    text.utf8.allSatisfy(PercentEncoding.Allowed.unreserved.contains) && !text.hasPrefix("~")
      ? text : quoted(text)
  }

  /// The bytes as text that can be shown, pasted and logged; nil when they are no UTF-8, or hold
  /// what would steer a terminal, change the direction of a line or be lost on the way.
  static func plainText(_ bytes: some Sequence<UInt8>) -> String? {
    guard let text = String(validating: Array(bytes), as: UTF8.self) else { return nil }
    return text.unicodeScalars.allSatisfy(isPlain) ? text : nil
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar == "\n"
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    case .lineSeparator, .paragraphSeparator, .unassigned: false
    default: true
    }
  }

  /// A command that prints exactly these bytes: `printf` is part of every shell, and what it is
  /// given may be longer than what a program may be.
  static func printing(_ bytes: some Sequence<UInt8>) -> String {
    "printf \(quoted(format(Array(bytes))))"
  }

  private static func format(_ bytes: [UInt8]) -> String {
    let text = plainText(bytes)
    let isASCII = text == nil
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "%"): out += "%%".utf8
      case UInt8(ascii: "\\"): out += #"\\"#.utf8
      case 0x0D: out += #"\r"#.utf8
      case 0x09: out += #"\t"#.utf8
      // A format that begins with it would be taken for an option.
      case UInt8(ascii: "-") where place == 0: out += #"\055"#.utf8
      case 0x0A, 0x20...0x7E: out.append(byte)
      default: out += isASCII ? octal(byte) : [byte]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Always three digits, so that a digit behind it is not taken in.
  private static func octal(_ byte: UInt8) -> [UInt8] {
    let zero = UInt8(ascii: "0")
    return [
      UInt8(ascii: "\\"), zero + (byte >> 6), zero + (byte >> 3 & 7), zero + (byte & 7),
    ]
  }
}
