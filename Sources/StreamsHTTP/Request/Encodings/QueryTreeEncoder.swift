/// One encoding: the habits, and the first thing that went wrong where nothing can be thrown.
final class QueryRun {
  let encoder: QueryEncoder
  var fault: QueryEncodingFailure?

  init(_ encoder: QueryEncoder) {
    self.encoder = encoder
  }
}

/// Builds the tree of one place of a value.
struct QueryTreeEncoder: Encoder {
  private static let depthLimit = 128

  let run: QueryRun
  let node: QueryNode
  let codingPath: [any CodingKey]
  /// What encodes itself here.
  private let type: Any.Type
  private let depth: Int

  var userInfo: [CodingUserInfoKey: Any] { run.encoder.userInfo }

  init(
    _ run: QueryRun, _ node: QueryNode, of type: Any.Type, at path: [any CodingKey], depth: Int
  ) {
    self.run = run
    self.node = node
    self.type = type
    codingPath = path
    self.depth = depth
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    open(.object)
    return KeyedEncodingContainer(QueryKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    open(.list)
    return QueryUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    QuerySingleContainer(encoder: self)
  }

  /// The encoder of a part of this place.
  func encoder(for node: QueryNode, _ key: any CodingKey) -> QueryTreeEncoder {
    QueryTreeEncoder(run, node, of: type, at: codingPath + [key], depth: depth)
  }

  /// Puts a value here.
  func put(_ value: some Encodable) throws {
    let type = Swift.type(of: value)
    // Of what encodes itself by an encoder it was given for a part, only the path tells.
    guard depth < Self.depthLimit, codingPath.count <= Self.depthLimit else {
      throw QueryEncodingFailure(type, at: codingPath, "it is nested too deep")
    }
    let deeper = QueryTreeEncoder(run, node, of: type, at: codingPath, depth: depth + 1)
    do {
      if let scalar = value as? any QueryScalar {
        try deeper.fill(.text(try scalar.queryText(by: run.encoder)))
      } else if let dictionary = value as? any QueryDictionary {
        try deeper.put(dictionary)
      } else if let set = value as? any QuerySet {
        try deeper.put(set)
      } else {
        try value.encode(to: deeper)
      }
    } catch {
      throw QueryEncodingFailure(error, of: type, at: codingPath)
    }
  }

  func putNil() throws {
    try fill(.null)
  }

  private func fill(_ kind: QueryNode.Kind) throws {
    guard node.fill(kind) else {
      throw QueryEncodingFailure(type, at: codingPath, Self.twice)
    }
  }

  private func open(_ kind: QueryNode.Kind) {
    guard !node.open(kind) else { return }
    run.fault = run.fault ?? QueryEncodingFailure(type, at: codingPath, Self.twice)
  }

  private static let twice = "its type encodes two values in one place"
}

// MARK: - Values without an order

extension QueryTreeEncoder {
  private func put(_ dictionary: some QueryDictionary) throws {
    let members = try dictionary.queryMembers { key in try text(of: key) }
    open(.object)
    for (name, value) in members.sorted(by: { $0.0 < $1.0 }) {
      try encoder(for: node.member(name), QueryKey(stringValue: name)).put(value)
    }
  }

  private func put(_ set: some QuerySet) throws {
    open(.list)
    let sorted = try set.queryElements.map { element in
      let node = QueryNode()
      try encoder(for: node, QueryKey(intValue: 0)).put(element)
      let items = node.items(named: "", by: run.encoder)
      return (text: items.map { "\($0.name)=\($0.value)" }.joined(separator: "&"), node: node)
    }.sorted { $0.text < $1.text }
    for element in sorted { _ = node.append(element.node) }
  }

  private func text(of key: any Encodable) throws -> String {
    let node = QueryNode()
    try encoder(for: node, QueryKey(stringValue: "key")).put(key)
    guard case .text(let text) = node.kind else {
      throw QueryEncodingFailure(type, at: codingPath, "a key of it is no text")
    }
    return text
  }
}

/// The name or the index of a part.
struct QueryKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
