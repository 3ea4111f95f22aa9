/// Reads values from the bodies of answers: by a decoder, at a path, after a check of something
/// else in the body that is made in the same pass.
struct BodyReader {
  let decoder: any BodyDecoder
  var path: ValuePath?
  var check: ((BodyRoot) throws -> Void)?

  init(decoder: any BodyDecoder, path: ValuePath? = nil) {
    self.decoder = decoder
    self.path = path
  }

  /// The value that is decoded from a body.
  func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
    let path = path ?? .root
    guard path != .root || check != nil else { return try decoder.decode(type, from: body) }
    return try decoder.read(body) { root in
      try check?(root)
      return try root.value(type, at: path)
    }
  }
}

/// A body without a byte, where a value was to be read.
struct EmptyBody: Error {}

/// A value that may be absent: how it is read depends on what it is when it is there.
protocol OptionalValue {
  static func read(_ answer: Answer, by reader: BodyReader) throws -> Self
}

extension Optional: OptionalValue where Wrapped: Decodable {
  static func read(_ answer: Answer, by reader: BodyReader) throws -> Wrapped? {
    guard !answer.body.isEmpty else { return nil }
    guard reader.path == nil, Wrapped.self is any ResponseValue.Type else {
      return try reader.decode(Wrapped?.self, from: answer.body)
    }
    return try answer.value(as: Wrapped.self, by: reader)
  }
}

extension Answer {
  /// The body as a value: in the type's own way, else by the decoder. At a path, and be it the
  /// root, it is always the decoder's.
  func value<Value: Decodable>(as type: Value.Type, by reader: BodyReader) throws -> Value {
    if let optional = type as? any OptionalValue.Type {
      if let value = try optional.read(self, by: reader) as? Value { return value }
    } else if reader.path == nil, let own = type as? any ResponseValue.Type {
      if let value = try own.read(self, with: reader.decoder) as? Value { return value }
    }
    guard !body.isEmpty else { throw EmptyBody() }
    return try reader.decode(type, from: body)
  }
}
