/// The parts of an object.
struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: QueryTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    try part(key).putNil()
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try part(key).put(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    part(key, keepingOld: true).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    part(QueryKey(stringValue: "super"), keepingOld: true)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    part(key, keepingOld: true)
  }

  fileprivate func put(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try part(key).put(value) } else { try part(key).putNil() }
  }

  private func part(_ key: some CodingKey, keepingOld: Bool = false) -> QueryTreeEncoder {
    encoder.encoder(for: encoder.node.member(key.stringValue, keepingOld: keepingOld), key)
  }

  private func nested(_ key: Key) -> QueryTreeEncoder {
    let part = part(key, keepingOld: true)
    part.node.keepsName = true
    return part
  }
}

// The protocol does without what is nil, and without integers of 128 bits, unless each type has a
// witness of its own; a generic one comes after its defaults.
extension QueryKeyedContainer {
  func encode(_ value: Int128, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try put(value, key) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try put(value, key) }

  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    try put(value, key)
  }
}

/// The elements of a list.
struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: QueryTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.count }

  mutating func encodeNil() throws {
    try next().putNil()
  }

  mutating func encode(_ value: some Encodable) throws {
    try next().put(value)
  }

  mutating func encode(_ value: Int128) throws { try next().put(value) }

  mutating func encode(_ value: UInt128) throws { try next().put(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    next()
  }

  private func next() -> QueryTreeEncoder {
    let key = QueryKey(intValue: count)
    return encoder.encoder(for: encoder.node.append(), key)
  }
}

/// The one value of a place.
struct QuerySingleContainer: SingleValueEncodingContainer {
  let encoder: QueryTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws {
    try encoder.putNil()
  }

  mutating func encode(_ value: some Encodable) throws {
    try encoder.put(value)
  }

  mutating func encode(_ value: Int128) throws { try encoder.put(value) }

  mutating func encode(_ value: UInt128) throws { try encoder.put(value) }
}
