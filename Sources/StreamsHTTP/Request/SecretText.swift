/// Text without the secrets in it: what stands behind a name that says so, in JSON and texts like
/// it (`"token": "x"`), pairs (`token=x`), lines (`token: x`), and user information in URLs.
///
/// All else stays byte by byte, and text that is cut off or none of these is read as far as it can
/// be; nothing has to be valid.
struct SecretText {
  /// `text` without its secrets.
  static func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }

  static func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var text = SecretText(bytes)
    text.run()
    return text.out
  }

  /// `query`, or a form, without the values of secret names.
  static func redacted(query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
      let value = PercentEncoding.decode(String(pair[pair.index(after: sign)...]))
      let isSecret = SecretName.isSecret(inQuery: String(pair[..<sign])) || redacted(value) != value
      return isSecret ? "\(pair[...sign])\(SecretName.placeholder)" : String(pair)
    }.joined(separator: "&")
  }

  /// `url` without user information and secrets in its query, and without its fragment, which is
  /// not sent.
  static func redacted(_ url: HTTPURL) -> String {
    let user = url.userInfo == nil ? "" : "\(SecretName.placeholder)@"
    let query = url.query.map { "?" + redacted(query: $0) } ?? ""
    return "\(url.scheme)://\(user)\(url.authority)\(url.path)\(query)"
  }

  // MARK: - Reading

  private let bytes: [UInt8]
  private var place = 0
  private var out: [UInt8] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    out.reserveCapacity(bytes.count)
  }

  private mutating func run() {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): readQuoted()
      case UInt8(ascii: "\\"): copy(to: min(place + 2, bytes.count))
      case UInt8(ascii: "="): readValue(of: nameBefore(place))
      case UInt8(ascii: ":"): readColon()
      default: copy(to: place + 1)
      }
    }
  }

  private mutating func copy(to end: Int) {
    out += bytes[place..<end]
    place = end
  }

  private mutating func redact(to end: Int, quoted: Bool = false) {
    out += (quoted ? "\"\(SecretName.placeholder)\"" : SecretName.placeholder).utf8
    place = end
  }

  /// At a quotation mark, which may begin a key or a text. Each is tried as one that begins, so
  /// that a stray one does not turn what is inside out.
  private mutating func readQuoted() {
    guard let end = endOfQuoted(from: place) else { return copy(to: place + 1) }
    let text = JSONText.unescaped(bytes[(place + 1)..<(end - 1)])
    let colon = skippingBlanks(from: end)
    if colon < bytes.count, bytes[colon] == UInt8(ascii: ":"), SecretName.isSecret(text) {
      copy(to: skippingBlanks(from: colon + 1))
      return redactMember()
    }
    let isEscaped = bytes[place..<end].contains(UInt8(ascii: "\\"))
    if isEscaped, Self.redacted(text) != text { return redact(to: end, quoted: true) }
    copy(to: place + 1)
  }

  /// At the value of a secret member. What is true, false or null tells no secret.
  private mutating func redactMember() {
    guard place < bytes.count else { return }
    switch bytes[place] {
    case UInt8(ascii: "\""):
      redact(to: endOfQuoted(from: place) ?? endOfLine(from: place), quoted: true)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      redact(to: endOfNested(from: place), quoted: true)
    default:
      let end = bytes[place...].firstIndex { ",}] \t\r\n".utf8.contains($0) } ?? bytes.count
      let word = String(decoding: bytes[place..<end], as: UTF8.self)
      guard !["", "true", "false", "null"].contains(word) else { return copy(to: end) }
      redact(to: end, quoted: true)
    }
  }

  /// At a colon: of `scheme://user@host`, or behind a name.
  private mutating func readColon() {
    guard bytes[place...].starts(with: "://".utf8) else { return readValue(of: nameBefore(place)) }
    copy(to: place + 3)
    let end =
      bytes[place...].firstIndex { $0 <= 0x20 || "/?#\"'<>".utf8.contains($0) } ?? bytes.count
    if let at = bytes[place..<end].lastIndex(of: UInt8(ascii: "@")) { redact(to: at) }
  }

  /// At the sign behind `name`: a value ends where a pair, a line or what is quoted does.
  private mutating func readValue(of name: String) {
    copy(to: place + 1)
    guard !name.isEmpty, SecretName.isSecret(PercentEncoding.decode(name)) else { return }
    copy(to: bytes[place...].firstIndex { !" \t".utf8.contains($0) } ?? bytes.count)
    guard let first = bytes[place...].first else { return }
    let quotes = "\"'".utf8
    if quotes.contains(first) { copy(to: place + 1) }
    let ends = quotes.contains(first) ? [first, 0x0A, 0x0D] : Array("&\"<>\r\n".utf8)
    let end = bytes[place...].firstIndex { ends.contains($0) } ?? bytes.count
    if end > place { redact(to: end) }
  }

  private func nameBefore(_ sign: Int) -> String {
    var end = sign
    while end > 0, " \t'".utf8.contains(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, Self.isNameByte(bytes[start - 1]) { start -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    PercentEncoding.Allowed.unreserved.contains(byte) || "%[]+".utf8.contains(byte)
  }

  // MARK: - Ends

  /// Behind the mark that closes what `start` opens; nil when the line ends first.
  private func endOfQuoted(from start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      case 0x0A, 0x0D: return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Behind the bracket that closes what `start` opens, or at the end.
  private func endOfNested(from start: Int) -> Int {
    var depth = 0
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""): place = (endOfQuoted(from: place) ?? place + 1) - 1
      default: break
      }
      place += 1
      if depth == 0 { break }
    }
    return place
  }

  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  private func skippingBlanks(from start: Int) -> Int {
    guard start < bytes.count else { return bytes.count }
    return bytes[start...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? bytes.count
  }
}

/// The escapes of JSON texts (RFC 8259 section 7).
private enum JSONText {
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
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
