/// One encoding: the habits, and the first thing that went wrong where nothing can be thrown.
final class QueryRun {
  let encoder: QueryEncoder
  var fault: EncodingError?

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
  private let depth: Int

  var userInfo: [CodingUserInfoKey: Any] { run.encoder.userInfo }

  init(_ run: QueryRun, _ node: QueryNode, at path: [any CodingKey], depth: Int) {
    self.run = run
    self.node = node
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
    QueryTreeEncoder(run, node, at: codingPath + [key], depth: depth)
  }

  /// Puts a value here.
  func put(_ value: some Encodable) throws {
    guard depth < Self.depthLimit else {
      throw EncodingError.unwritable(value, at: codingPath, "it is nested too deep")
    }
    let deeper = QueryTreeEncoder(run, node, at: codingPath, depth: depth + 1)
    do {
      if let scalar = value as? any QueryScalar {
        try fill(.text(try scalar.queryText(by: run.encoder)), value)
      } else if let dictionary = value as? any QueryDictionary {
        try deeper.put(dictionary)
      } else if let set = value as? any QuerySet {
        try deeper.put(set)
      } else {
        try value.encode(to: deeper)
      }
    } catch let error as EncodingError {
      throw error
    } catch {
      throw EncodingError.unwritable(value, at: codingPath, error)
    }
  }

  func putNil() throws {
    try fill(.null, Any?.none as Any)
  }

  private func fill(_ kind: QueryNode.Kind, _ value: Any) throws {
    guard node.fill(kind) else {
      throw EncodingError.unwritable(value, at: codingPath, Self.twice)
    }
  }

  private func open(_ kind: QueryNode.Kind) {
    guard !node.open(kind) else { return }
    run.fault = run.fault ?? .unwritable(kind, at: codingPath, Self.twice)
  }

  private static let twice = UnwritableReason("its type encodes two values in one place")
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
      throw EncodingError.unwritable(key, at: codingPath, "a key of it is no text")
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
