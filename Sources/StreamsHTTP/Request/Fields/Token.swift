/// The `token` of RFC 9110 section 5.6.2, which method and field names are made of.
enum Token {
  static func isValid(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    if byte.isASCIILetterOrDigit { return true }
    return switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether it is one of `0` to `9`.
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether it is one of `A` to `Z`.
  var isASCIIUpperCase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  /// Whether it is a digit or one of `a` to `z`, in any case.
  var isASCIILetterOrDigit: Bool {
    let lower = self | 0x20
    return isASCIIDigit || (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z"))
  }
}

extension BinaryInteger {
  /// The digits, with zeros in front up to `count` of them; for numbers that are not negative.
  func padded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension StringProtocol {
  /// A copy whose ASCII letters are lower case; nothing else changes, unlike `lowercased()`,
  /// which makes a `k` of the Kelvin sign.
  func lowercasedASCII() -> String {
    String(lowercasingASCII: utf8)
  }

  /// A copy without the spaces and tabs around it: they are no part of a field value (RFC 9110
  /// section 5.5).
  func trimmingOptionalWhitespace() -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[first...last]))
  }
}

extension String {
  /// The text of these UTF-8 bytes, its ASCII letters in lower case.
  init(lowercasingASCII bytes: some Collection<UInt8>) {
    let count = bytes.count
    unsafe self.init(unsafeUninitializedCapacity: count) { room in
      var index = 0
      for byte in bytes {
        unsafe room[index] = byte.isASCIIUpperCase ? byte | 0x20 : byte
        index += 1
      }
      return count
    }
  }
}
