/// Copies a text, and puts something else in place of its secrets, in one pass.
struct SecretReader {
  private let bytes: [UInt8]
  private let names: SecretNames
  private var place = 0
  private var out: [UInt8] = []

  init(_ bytes: [UInt8], names: SecretNames) {
    self.bytes = bytes
    self.names = names
    out.reserveCapacity(bytes.count)
  }

  mutating func redacted() -> [UInt8] {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): readQuoted()
      case UInt8(ascii: "\\"): copy(to: min(place + 2, bytes.count))
      case UInt8(ascii: "="): readValue(of: nameBefore(place))
      case UInt8(ascii: ":"): readColon()
      default: copy(to: place + 1)
      }
    }
    return out
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
    let text = JSONEscapes.undone(in: bytes[(place + 1)..<(end - 1)])
    let colon = skippingBlanks(from: end)
    if colon < bytes.count, bytes[colon] == UInt8(ascii: ":"), names.contains(text) {
      copy(to: skippingBlanks(from: colon + 1))
      return redactMember()
    }
    let isEscaped = bytes[place..<end].contains(UInt8(ascii: "\\"))
    if isEscaped, SecretText(names: names).redacted(text) != text {
      return redact(to: end, quoted: true)
    }
    copy(to: place + 1)
  }

  /// At the value of a secret member. What is true, false or null tells no secret.
  private mutating func redactMember() {
    guard place < bytes.count else { return }
    switch bytes[place] {
    case UInt8(ascii: "\""):
      let end = endOfQuoted(from: place) ?? endOfMember(from: place) ?? endOfLine(from: place)
      redact(to: end, quoted: true)
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
    guard !name.isEmpty, names.contains(PercentEncoding.decodeForm(name)) else { return }
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

  /// Behind the mark that closes a text of several lines, which JSON does not have but those who
  /// write it by hand do: a member or the text as a whole ends behind it.
  private func endOfMember(from start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let next = skippingBlanks(from: place + 1)
        return next == bytes.count || ",}]".utf8.contains(bytes[next]) ? place + 1 : nil
      case UInt8(ascii: "\\"): place += 2
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
