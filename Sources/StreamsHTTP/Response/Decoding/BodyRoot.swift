/// A body that a decoder has opened: values are read from it at one path or at several, and it is
/// read through once.
///
/// It is valid while the closure runs that it was given to.
public struct BodyRoot {
  /// The key under which the decoder finds the member that is called `component` in the body.
  public typealias KeyConversion = (_ component: String, _ codingPath: [any CodingKey]) -> String

  private let decoder: any Decoder
  private let key: KeyConversion

  /// The body that `decoder` stands at the start of; a decoder that renames keys says how by
  /// `key`.
  public init(_ decoder: any Decoder, key: @escaping KeyConversion = { component, _ in component })
  {
    self.decoder = decoder
    self.key = key
  }

  /// The value at `path`.
  ///
  /// - Throws: `ValuePathFailure` when there is nothing; what the decoder throws when there is
  ///   something else.
  /// - Complexity: O(keys of the objects on the way, and indices): what is beside the way is not
  ///   decoded.
  public func value<Value: Decodable>(
    _ type: Value.Type, at path: ValuePath = .root
  ) throws -> Value {
    guard path.isValid else { throw ValuePathFailure(.malformedPath, path) }
    var decoder = decoder
    for position in path.components.indices {
      decoder = try step(to: position, of: path, in: decoder)
    }
    return try decoder.singleValueContainer().decode(type)
  }

  // MARK: One step

  private func step(
    to position: Int, of path: ValuePath, in decoder: any Decoder
  ) throws -> any Decoder {
    let component = path.components[position]
    // The container that is likelier is asked for first: a wrong guess costs a thrown error.
    if Self.isIndex(component) {
      if let list = try Self.list(decoder) { return try element(position, path, list) }
      if let object = try Self.object(decoder) { return try member(position, path, object) }
    } else {
      if let object = try Self.object(decoder) { return try member(position, path, object) }
      if try Self.list(decoder) != nil { throw ValuePathFailure(.badIndex, path, at: position) }
    }
    let isNull = try decoder.singleValueContainer().decodeNil()
    throw ValuePathFailure(isNull ? .null : .notAContainer, path, at: position)
  }

  private func member(
    _ position: Int, _ path: ValuePath, _ object: KeyedDecodingContainer<PathKey>
  ) throws -> any Decoder {
    let component = path.components[position]
    let converted = PathKey(key(component, object.codingPath))
    if object.contains(converted) { return try object.superDecoder(forKey: converted) }
    let own = PathKey(component)
    guard object.contains(own) else { throw ValuePathFailure(.missingKey, path, at: position) }
    return try object.superDecoder(forKey: own)
  }

  private func element(
    _ position: Int, _ path: ValuePath, _ list: any UnkeyedDecodingContainer
  ) throws -> any Decoder {
    var list = list
    let index = Int(path.components[position]) ?? .max
    if let count = list.count, count <= index {
      throw ValuePathFailure(.indexOutOfRange(count: count), path, at: position)
    }
    while list.currentIndex < index, !list.isAtEnd { _ = try list.superDecoder() }
    guard !list.isAtEnd else {
      throw ValuePathFailure(.indexOutOfRange(count: list.currentIndex), path, at: position)
    }
    return try list.superDecoder()
  }

  private static func object(_ decoder: any Decoder) throws -> KeyedDecodingContainer<PathKey>? {
    try nilIfOfAnotherKind { try decoder.container(keyedBy: PathKey.self) }
  }

  private static func list(_ decoder: any Decoder) throws -> (any UnkeyedDecodingContainer)? {
    try nilIfOfAnotherKind { try decoder.unkeyedContainer() }
  }

  private static func nilIfOfAnotherKind<Container>(
    _ open: () throws -> Container
  ) throws -> Container? {
    do {
      return try open()
    } catch DecodingError.typeMismatch {
      return nil
    } catch DecodingError.valueNotFound {
      return nil
    }
  }

  /// Whether JSON would write the index so: no sign, no zero in front.
  private static func isIndex(_ component: String) -> Bool {
    let digits = component.utf8
    return digits.allSatisfy(\.isASCIIDigit)
      && (digits.count == 1 || (digits.count > 1 && digits.first != UInt8(ascii: "0")))
  }
}

/// The key of a member, as it is.
struct PathKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
