/// The grammar of JSON (RFC 8259).
///
/// Foundation's decoder lets a comma before a closing bracket pass, and does not look at numbers
/// and texts that nobody asks for; an answer that is accepted on one platform only, or until a
/// field is read, is a fault that shows late. One pass, no memory but a bit of it for each level.
struct JSONSyntax {
  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
  }

  private let bytes: [UInt8]
  private var index: Int
  private var expected = Expected.value
  /// For each open bracket whether it is an object's.
  private var open: [Bool] = []

  /// - Throws: where the text stops being JSON. Texts in UTF-16 and UTF-32, which the decoder
  ///   knows by their first bytes, are left to it.
  static func check(_ bytes: [UInt8]) throws(MalformedBody) {
    let isWide =
      bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0xFF, 0xFE])
    guard !isWide else { return }
    var syntax = Self(bytes)
    guard syntax.isJSON() else { throw MalformedBody(offset: syntax.index) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw MalformedBody() }
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private mutating func isJSON() -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: guard takesToken(byte) else { return false }
      }
    }
    return expected == .nothing
  }

  private mutating func takesToken(_ byte: UInt8) -> Bool {
    switch expected {
    case .colon: return takesMark(byte, UInt8(ascii: ":"), then: .value)
    case .commaOrEnd:
      guard let isObject = open.last else { return false }
      return takesMark(byte, UInt8(ascii: ","), then: isObject ? .key : .value) || closes(byte)
    case .key: return byte == Self.quote && takesText(then: .colon)
    case .keyOrEnd: return byte == Self.quote ? takesText(then: .colon) : closes(byte)
    case .value: return takesValue(byte)
    case .valueOrEnd: return byte == Self.closingBracket ? closes(byte) : takesValue(byte)
    case .nothing: return false
    }
  }

  private mutating func takesMark(_ byte: UInt8, _ mark: UInt8, then next: Expected) -> Bool {
    guard byte == mark else { return false }
    index += 1
    expected = next
    return true
  }

  private mutating func takesValue(_ byte: UInt8) -> Bool {
    switch byte {
    case Self.quote:
      return takesText(then: afterValue)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      open.append(isObject)
      expected = isObject ? .keyOrEnd : .valueOrEnd
      index += 1
      return true
    case UInt8(ascii: "t"): return takesWord("true")
    case UInt8(ascii: "f"): return takesWord("false")
    case UInt8(ascii: "n"): return takesWord("null")
    default: return takesNumber()
    }
  }

  private mutating func closes(_ byte: UInt8) -> Bool {
    guard let isObject = open.last,
      byte == (isObject ? UInt8(ascii: "}") : Self.closingBracket)
    else { return false }
    open.removeLast()
    expected = afterValue
    index += 1
    return true
  }

  private var afterValue: Expected { open.isEmpty ? .nothing : .commaOrEnd }

  private static let quote = UInt8(ascii: "\"")
  private static let closingBracket = UInt8(ascii: "]")
}

// MARK: - Texts, words, numbers

extension JSONSyntax {
  private mutating func takesText(then next: Expected) -> Bool {
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case Self.quote:
        index += 1
        expected = next
        return true
      case UInt8(ascii: "\\"):
        guard takesEscape() else { return false }
      case 0..<0x20:
        return false
      default:
        index += 1
      }
    }
    return false
  }

  private mutating func takesEscape() -> Bool {
    index += 1
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: "u"):
      let digits = bytes[(index + 1)...].prefix(4)
      guard digits.count == 4, digits.allSatisfy(Self.isHexDigit) else { return false }
      index += 5
    case Self.quote, UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    default:
      return false
    }
    return true
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  private mutating func takesWord(_ word: StaticString) -> Bool {
    let text = word.description.utf8
    guard bytes[index...].starts(with: text) else { return false }
    index += text.count
    expected = afterValue
    return true
  }

  private mutating func takesNumber() -> Bool {
    takesByte { $0 == UInt8(ascii: "-") }
    let first = index
    guard takesDigits() else { return false }
    guard bytes[first] != UInt8(ascii: "0") || index == first + 1 else { return false }
    if takesByte({ $0 == UInt8(ascii: ".") }), !takesDigits() { return false }
    if takesByte({ $0 | 0x20 == UInt8(ascii: "e") }) {
      takesByte { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      guard takesDigits() else { return false }
    }
    expected = afterValue
    return true
  }

  private mutating func takesDigits() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
    return index > start
  }

  @discardableResult
  private mutating func takesByte(_ isTaken: (UInt8) -> Bool) -> Bool {
    guard index < bytes.count, isTaken(bytes[index]) else { return false }
    index += 1
    return true
  }
}

/// A body that is not of the form it should have, from that byte on.
struct MalformedBody: Error {
  var offset: Int?
}
