import Streams
import Testing

@testable import StreamsHTTP

@Suite("Any path in any body")
struct KeyPathPropertyTests {
  @Test("leads to what following it by hand does, or to the same fault", arguments: 1...200)
  func walks(_ seed: Int) throws {
    var random = Random(seed: UInt64(seed))
    let tree = random.value(depth: 4)
    let body = try JSONBodyEncoder().encode(tree)
    for _ in 0..<20 {
      let path = ValuePath(components: random.path(in: tree))
      let expected = Self.follow(path, in: tree)
      do {
        let found = try JSONBodyDecoder().read(body) { try $0.value(JSONValue.self, at: path) }
        #expect(expected == .success(found), "\(path)")
      } catch let failure as ValuePathFailure {
        #expect(expected == .failure(failure), "\(path)")
      }
    }
  }

  private static func follow(
    _ path: ValuePath, in tree: JSONValue
  ) -> Result<JSONValue, ValuePathFailure> {
    var value = tree
    for (position, component) in path.components.enumerated() {
      switch step(component, in: value) {
      case .success(let next): value = next
      case .failure(let fault): return .failure(ValuePathFailure(fault.kind, path, at: position))
      }
    }
    return .success(value)
  }

  private struct Fault: Error { var kind: ValuePathFailure.Kind }

  private static func step(_ component: String, in value: JSONValue) -> Result<JSONValue, Fault> {
    switch value {
    case .object(let members):
      return members[component].map { .success($0) } ?? .failure(Fault(kind: .missingKey))
    case .array(let items):
      guard let index = Int(component), String(index) == component, index >= 0 else {
        return .failure(Fault(kind: .badIndex))
      }
      return items.indices.contains(index)
        ? .success(items[index]) : .failure(Fault(kind: .indexOutOfRange(count: items.count)))
    case .null:
      return .failure(Fault(kind: .null))
    default:
      return .failure(Fault(kind: .notAContainer))
    }
  }
}

/// Makes bodies and paths, the same for the same seed.
private struct Random {
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  private static let keys = ["a", "b", "0", "1", "", "a.b", "\\", "\u{E9}\n\"", "01"]

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &numbers) {
    case 0: .null
    case 1: .bool(Bool.random(using: &numbers))
    case 2: .integer(Int.random(in: Int.min...Int.max, using: &numbers))
    case 3: .number(Double(Int.random(in: -9...9, using: &numbers)) + 0.5)
    case 4: .string(Self.keys.randomElement(using: &numbers) ?? "")
    case 5, 6:
      .array((0..<Int.random(in: 0...3, using: &numbers)).map { _ in value(depth: depth - 1) })
    default:
      .object(
        Dictionary(
          Self.keys.shuffled(using: &numbers).prefix(4).map { ($0, value(depth: depth - 1)) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  /// A path that leads somewhere for the most part.
  mutating func path(in tree: JSONValue) -> [String] {
    var (path, value) = ([String](), tree)
    while Int.random(in: 0..<6, using: &numbers) > 0 {
      if Int.random(in: 0..<8, using: &numbers) == 0 {
        return path + [(Self.keys + ["-1", "7", "+0"]).randomElement(using: &numbers) ?? "", "x"]
      }
      switch value {
      case .object(let members):
        guard let key = members.keys.sorted().randomElement(using: &numbers) else { return path }
        path.append(key)
        value = members[key] ?? .null
      case .array(let items):
        guard let index = items.indices.randomElement(using: &numbers) else { return path }
        path.append(String(index))
        value = items[index]
      default:
        return path + ["a"]
      }
    }
    return path
  }
}
