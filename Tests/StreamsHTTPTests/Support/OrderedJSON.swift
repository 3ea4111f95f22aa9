import Foundation

/// A JSON value whose members keep the order they are written in, and whose numbers keep their
/// digits; it encodes itself so.
enum OrderedJSON: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case list([OrderedJSON])
  case object([(String, OrderedJSON)])

  subscript(key: String) -> OrderedJSON {
    guard case .object(let members) = self else { return .null }
    return members.last { $0.0 == key }?.1 ?? .null
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [OrderedJSON] { if case .list(let items) = self { items } else { [] } }

  /// Nil when `data` is no JSON.
  init?(_ data: Data) {
    var parser = OrderedJSONParser(data)
    guard let value = parser.value(), parser.isAtEnd else { return nil }
    self = value
  }
}

extension OrderedJSON: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members {
        try container.encode(value, forKey: Name(stringValue: name))
      }
    case .list(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .null, .bool, .number, .text:
      var container = encoder.singleValueContainer()
      try encode(in: &container)
    }
  }

  private func encode(in container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let flag): try container.encode(flag)
    case .text(let text): try container.encode(text)
    case .number(let digits):
      if let number = Int128(digits) {
        try container.encode(number)
      } else {
        try container.encode(Double(digits))
      }
    case .null, .list, .object: try container.encodeNil()
    }
  }
}

/// Reads JSON (RFC 8259) of files that are known to be well formed.
private struct OrderedJSONParser {
  private let bytes: [UInt8]
  private var place = 0

  init(_ data: Data) { bytes = [UInt8](data) }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return place == bytes.count
    }
  }

  mutating func value() -> OrderedJSON? {
    skipBlanks()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return members()
    case UInt8(ascii: "["): return items()
    case UInt8(ascii: "\""): return text().map { .text($0) }
    default: return word()
    }
  }

  private mutating func members() -> OrderedJSON? {
    var members: [(String, OrderedJSON)] = []
    place += 1
    while !takes("}") {
      skipBlanks()
      guard let name = text(), takes(":"), let value = value() else { return nil }
      members.append((name, value))
      _ = takes(",")
    }
    return .object(members)
  }

  private mutating func items() -> OrderedJSON? {
    var items: [OrderedJSON] = []
    place += 1
    while !takes("]") {
      guard let value = value() else { return nil }
      items.append(value)
      _ = takes(",")
    }
    return .list(items)
  }

  /// Foundation reads the escapes.
  private mutating func text() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    let start = place
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
    guard place <= bytes.count else { return nil }
    return try? JSONDecoder().decode(String.self, from: Data(bytes[start..<place]))
  }

  private mutating func word() -> OrderedJSON? {
    let marks = Array("+-.".utf8)
    let word = bytes[place...].prefix { byte in
      marks.contains(byte) || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber
    }
    place += word.count
    switch String(decoding: word, as: UTF8.self) {
    case "": return nil
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case let digits: return .number(digits)
    }
  }

  private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  private mutating func skipBlanks() {
    while place < bytes.count, Array(" \n\r\t".utf8).contains(bytes[place]) { place += 1 }
  }
}
