import Foundation

/// A JSON value, as the vectors hold them.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  subscript(key: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members[key] ?? .null
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var list: [JSON] { if case .list(let items) = self { items } else { [] } }

  /// A list of pairs of texts, as fields and query items are written.
  var pairs: [(String, String)] {
    list.map { ($0.list.first?.text ?? "", $0.list.last?.text ?? "") }
  }

  static func pairs(_ pairs: [(String, String)]) -> JSON {
    .list(pairs.map { .list([.text($0.0), .text($0.1)]) })
  }

  static let error = JSON.object(["error": .text("any")])
}

extension JSON: Decodable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? value.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let items = try? value.decode([JSON].self) {
      self = .list(items)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }
}
