extension PercentEncoding {
  /// The bytes that text stands for; a `%` that begins no escape stands for itself. In a form a `+`
  /// is a space.
  static func decode(_ text: some StringProtocol, inForm: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let escaped = octet(rest.prefix(2)) {
        out.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        out.append(inForm && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return out
  }

  /// The text that a part of a form or a query stands for: for looking at it, not for sending it.
  static func decodeForm(_ text: some StringProtocol) -> String {
    String(decoding: decode(text, inForm: true), as: UTF8.self)
  }

  private static func octet(_ digits: ArraySlice<UInt8>) -> UInt8? {
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return values.count == 2 ? UInt8(values[0] * 16 + values[1]) : nil
  }
}
