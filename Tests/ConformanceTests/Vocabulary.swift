/// The closures that vectors name, as section 3 of FORMAT.md defines them.
enum Vocabulary {
  static func map(_ name: String) -> @Sendable (JSON) -> JSON {
    switch name {
    case "x+1": { .int(number($0) + 1) }
    case "x*2": { .int(number($0) * 2) }
    case "x*10": { .int(number($0) * 10) }
    case "-x": { .int(-number($0)) }
    case "x": { $0 }
    case "[x]": { .list([$0]) }
    case "total": { .int(($0.list ?? []).map(number).reduce(0, +)) }
    case "count": { .int(($0.list ?? []).count) }
    default: { _ in unknown(name) }
    }
  }

  static func compactMap(_ name: String) -> @Sendable (JSON) -> JSON? {
    switch name {
    case "half-if-even": { isOdd($0) ? nil : .int(number($0) / 2) }
    case "x-if-positive": { number($0) > 0 ? $0 : nil }
    case "zero-if-odd": { isOdd($0) ? 0 : nil }
    case "none": { _ in nil }
    default: { _ in unknown(name) }
    }
  }

  static func test(_ name: String) -> @Sendable (JSON) -> Bool {
    switch name {
    case "even": { !isOdd($0) }
    case "odd": { isOdd($0) }
    case "x>2": { number($0) > 2 }
    case "x<3": { number($0) < 3 }
    case "x<5": { number($0) < 5 }
    case "x>0": { number($0) > 0 }
    case "none": { _ in false }
    default: { _ in true }
    }
  }

  static func fold(_ name: String) -> @Sendable (JSON, JSON) -> JSON {
    switch name {
    case "sum": { .int(number($0) + number($1)) }
    case "max": { .int(max(number($0), number($1))) }
    case "count": { sum, _ in .int(number(sum) + 1) }
    case "a*2+x": { .int(number($0) * 2 + number($1)) }
    case "append": { .list(($0.list ?? []) + [$1]) }
    default: { _, _ in unknown(name) }
    }
  }

  static func same(_ name: String) -> @Sendable (JSON, JSON) -> Bool {
    switch name {
    case "same-parity": { isOdd($0) == isOdd($1) }
    case "within-1": { abs(number($0) - number($1)) <= 1 }
    case "not-greater": { number($1) <= number($0) }
    default: { $0 == $1 }
    }
  }

  @Sendable private static func number(_ value: JSON) -> Int { value.int ?? .min / 8 }

  @Sendable private static func isOdd(_ value: JSON) -> Bool { number(value) % 2 != 0 }

  /// A word of a newer vocabulary makes its rows fail, readably.
  private static func unknown(_ name: String) -> JSON { .text("unknown closure \(name)") }
}
