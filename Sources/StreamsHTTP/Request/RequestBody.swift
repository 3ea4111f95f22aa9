/// What a described request sends: bytes as they are, or a value that is encoded when the request
/// is sent.
///
/// An encoding error fails the request and nothing is sent; it never becomes an empty body.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// A body as it is, of the media type that is given.
  case raw(HTTPBody, contentType: String)
  /// A value, encoded by the encoder that is given or by the client's.
  case value(any Encodable & Sendable, encoder: (any BodyEncoder)? = nil)
}

/// Makes bytes of values, and says what they are.
///
/// A conforming type may be called from any thread, by several at once.
public protocol BodyEncoder: Sendable {
  /// The media type of what `encode(_:)` gives, for the `Content-Type` field.
  var contentType: String { get }

  /// The bytes of `value`. What it throws fails the request before anything is sent.
  func encode(_ value: any Encodable) throws -> [UInt8]
}

/// Makes values of bytes.
///
/// A conforming type may be called from any thread, by several at once.
public protocol BodyDecoder: Sendable {
  /// The value in `body`. What it throws becomes a `DecodingFailure`.
  func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value
}
