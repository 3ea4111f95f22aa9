/// Makes values of bytes.
///
/// A conforming type may be called from any thread, by several at once. One that is built on a
/// `Decoder` also implements `read(_:by:)`, and then key paths work with it.
public protocol BodyDecoder: Sendable {
  /// The value in `body`. What it throws becomes a `DecodingFailure`.
  func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value

  /// Opens `body` and gives what `read` makes of it; `read` is called once at most, meanwhile.
  ///
  /// ```swift
  /// func read<Value>(_ body: [UInt8], by read: (BodyRoot) throws -> Value) throws -> Value {
  ///   try read(BodyRoot(try MyDecoder(of: body)))
  /// }
  /// ```
  ///
  /// - Throws: what `read` throws, or that the body cannot be opened; a decoder that does not
  ///   implement it gives whole bodies only, and throws a `ValuePathFailure` of the kind
  ///   `unsupported`.
  func read<Value>(_ body: [UInt8], by read: (BodyRoot) throws -> Value) throws -> Value
}

extension BodyDecoder {
  /// Says that this decoder gives whole bodies only.
  public func read<Value>(_ body: [UInt8], by read: (BodyRoot) throws -> Value) throws -> Value {
    throw ValuePathFailure(.unsupported, .root)
  }
}
