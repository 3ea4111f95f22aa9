extension PercentEncoding {
  /// Text with its escapes undone, and `+` read as the space it is in forms: for looking at it, not
  /// for sending it.
  static func decode(_ text: String) -> String {
    var out: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let escaped = octet(rest.prefix(2)) {
        out.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        out.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func octet(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.first != UInt8(ascii: "+") else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
