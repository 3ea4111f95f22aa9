/// The escapes of JSON texts (RFC 8259 section 7).
enum JSONEscapes {
  /// The text between the quotation marks; what is no escape stays.
  static func undone(in bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var rest = String(decoding: bytes, as: UTF8.self).utf16[...]
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let mark = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch mark {
      case 0x75:
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        rest = rest.dropFirst(4)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
      case 0x6E: units.append(0x0A)
      case 0x72: units.append(0x0D)
      case 0x74: units.append(0x09)
      case 0x62: units.append(0x08)
      case 0x66: units.append(0x0C)
      default: units.append(mark)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
