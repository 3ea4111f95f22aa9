/// How the bytes of a body are text (WHATWG Encoding sections 4.2 and 6).
enum TextCoding {
  case utf8
  case utf16(isBigEndian: Bool)
  case latin1
  case windows1252

  /// What the byte order mark says, else the charset of `Content-Type`.
  ///
  /// - Throws: `UnknownCharset`.
  init(of answer: Answer) throws(UnknownCharset) {
    if answer.body.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBigEndian: true)
    } else if answer.body.starts(with: [0xFF, 0xFE]) {
      self = .utf16(isBigEndian: false)
    } else if answer.body.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else {
      try self.init(charset: answer.response.mediaType?.charset)
    }
  }

  private init(charset: String?) throws(UnknownCharset) {
    switch charset {
    case nil, "", "utf-8", "utf8": self = .utf8
    case "utf-16", "utf-16le": self = .utf16(isBigEndian: false)
    case "utf-16be": self = .utf16(isBigEndian: true)
    case "iso-8859-1", "latin1", "us-ascii", "ascii": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case let charset?: throw UnknownCharset(name: charset)
    }
  }

  /// The text without its byte order mark.
  func text(_ bytes: [UInt8]) -> String {
    switch self {
    case .utf8:
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      return String(decoding: bytes[(isMarked ? 3 : 0)...], as: UTF8.self)
    case .utf16(let isBigEndian):
      let units = Self.units(bytes, isBigEndian)
      return String(decoding: units[(units.first == 0xFEFF ? 1 : 0)...], as: UTF16.self)
    case .latin1:
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .windows1252:
      return String(decoding: bytes.map(Self.windows1252Unit), as: UTF16.self)
    }
  }

  /// Half a unit at the end is no character.
  private static func units(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt16] {
    let whole = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return bytes.count.isMultiple(of: 2) ? whole : whole + [0xFFFD]
  }

  private static func windows1252Unit(_ byte: UInt8) -> UInt16 {
    (0x80...0x9F).contains(byte) ? windows1252Units[Int(byte) - 0x80] : UInt16(byte)
  }

  /// What stands at 80 to 9F.
  private static let windows1252Units: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}

/// Text in a charset that nobody here knows.
struct UnknownCharset: Error {
  var name: String
}
