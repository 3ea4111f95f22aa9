import Foundation

/// What a vector is written in, and at once what its streams carry.
indirect enum JSON: Sendable, Hashable {
  case null
  case int(Int)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(_ any: Any) {
    switch any {
    case let text as String: self = .text(text)
    case let number as NSNumber: self = .int(number.intValue)
    case let list as [Any]: self = .list(list.map(JSON.init))
    case let object as [String: Any]: self = .object(object.mapValues(JSON.init))
    default: self = .null
    }
  }

  var int: Int? { if case .int(let int) = self { int } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [JSON]? { if case .list(let list) = self { list } else { nil } }
  var object: [String: JSON]? { if case .object(let object) = self { object } else { nil } }
}

extension JSON: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  init(integerLiteral value: Int) { self = .int(value) }
  init(stringLiteral value: String) { self = .text(value) }
}

extension JSON: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .int(let int): "\(int)"
    case .text(let text): text
    case .list(let list): "[" + list.map(\.description).joined(separator: ",") + "]"
    case .object(let object): "\(object)"
    }
  }
}
