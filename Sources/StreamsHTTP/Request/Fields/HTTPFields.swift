/// The fields of a request or a response: ordered, names without case, several values a name.
///
/// Names are tokens and values are checked when they are put in (RFC 9110 sections 5.1 and 5.5),
/// so that no line break can smuggle another field onto the wire. A value is characters up to
/// U+00FF, each of which is one octet on the wire, as in WHATWG Fetch. Spaces and tabs around a
/// value are not part of it.
///
/// A description shows neither credentials nor cookies.
public struct HTTPFields: Hashable, Sendable {
  private var lines: [Field] = []

  /// No fields.
  public init() {}

  /// The fields in the order given; equal names stand side by side, none is dropped.
  ///
  /// - Throws: `InvalidField` for the first name or value that cannot go on the wire.
  public init(_ pairs: [(String, String)]) throws(InvalidField) {
    for (name, value) in pairs {
      try append(name, value)
    }
  }

  /// Makes `value` the only value of `name`, in the place of the first one there was.
  public mutating func set(_ name: String, _ value: String) throws(InvalidField) {
    replace(with: try Field(name: name, value: value))
  }

  /// Adds a line, keeping those that are there.
  public mutating func append(_ name: String, _ value: String) throws(InvalidField) {
    lines.append(try Field(name: name, value: value))
  }

  /// Adds a line that is checked already.
  mutating func append(_ field: Field) {
    lines.append(field)
  }

  /// Adds a line unless there is one of that name; answers whether it did.
  @discardableResult
  public mutating func setIfAbsent(_ name: String, _ value: String) throws(InvalidField) -> Bool {
    let field = try Field(name: name, value: value)
    guard !contains(name) else { return false }
    lines.append(field)
    return true
  }

  /// Removes every line of that name; without one, nothing happens.
  public mutating func remove(_ name: String) {
    let key = name.lowercasedASCII()
    lines.removeAll { $0.key == key }
  }

  /// Whether there is a line of that name.
  public func contains(_ name: String) -> Bool {
    contains(key: name.lowercasedASCII())
  }

  /// Whether there is a line of that name, which is in lower case.
  func contains(key: String) -> Bool { lines.contains { $0.key == key } }

  /// The values of that name, one a line, in order.
  public func values(of name: String) -> [String] {
    let key = name.lowercasedASCII()
    return lines.filter { $0.key == key }.map(\.value)
  }

  /// The value of that name: its lines joined by `", "`, nil without one (RFC 9110 section 5.3).
  ///
  /// `Set-Cookie` is never joined, since its values hold commas (RFC 6265 section 3): this gives
  /// its first line, `values(of:)` gives all. `Cookie` is joined by `"; "` (RFC 9113 section
  /// 8.2.3).
  public subscript(name: String) -> String? {
    self[key: name.lowercasedASCII()]
  }

  /// The value of that name, which is in lower case.
  subscript(key key: String) -> String? {
    guard let first = lines.firstIndex(where: { $0.key == key }) else { return nil }
    let isAlone = !lines[(first + 1)...].contains { $0.key == key }
    if isAlone || key == "set-cookie" { return lines[first].value }
    return values(of: key).joined(separator: key == "cookie" ? "; " : ", ")
  }

  /// These fields over `defaults`: a name that is here replaces the default lines of that name,
  /// a name in `removed` is left out, and all else stays.
  func merged(over defaults: HTTPFields, removing removed: Set<String> = []) -> HTTPFields {
    var merged = defaults
    var seen: Set<String> = []
    for name in removed { merged.remove(name) }
    for field in lines {
      if seen.insert(field.key).inserted {
        merged.replace(with: field)
      } else {
        merged.lines.append(field)
      }
    }
    return merged
  }

  private mutating func replace(with field: Field) {
    guard let place = lines.firstIndex(where: { $0.key == field.key }) else {
      lines.append(field)
      return
    }
    lines[place] = field
    let rest = lines[(place + 1)...].filter { $0.key != field.key }
    lines.replaceSubrange((place + 1)..., with: rest)
  }
}

extension HTTPFields: Sequence {
  /// The lines in order, equal names as often as they occur.
  public func makeIterator() -> some IteratorProtocol<Field> {
    lines.makeIterator()
  }

  /// How many lines there are.
  public var count: Int { lines.count }

  /// Whether there is no line.
  public var isEmpty: Bool { lines.isEmpty }
}

extension HTTPFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One `name: value` a line; the values of secrets are not shown.
  public var description: String {
    lines.map(\.description).joined(separator: "\n")
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows the lines as `description` does, so that a dump tells no secret either.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: lines.map(\.description), displayStyle: .collection)
  }
}
