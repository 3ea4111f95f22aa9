/// What a described request sends: bytes as they are, or a value that is encoded when the request
/// is sent.
///
/// An error while the body is made fails the request and nothing is sent; it never becomes an
/// empty body. Bodies are sent as they are: none is compressed here, since Foundation has no
/// compression on Linux. One that comes compressed is sent with a `Content-Encoding` field.
public struct RequestBody: Sendable {
  /// A body and its media type, as they go to the transport.
  public typealias Content = (body: HTTPBody, contentType: String)

  /// What kind of body it is, without its content.
  public let description: String
  private let make: @Sendable (BodyEncoders) throws -> Content?

  private init(
    _ description: String, _ make: @escaping @Sendable (BodyEncoders) throws -> Content?
  ) {
    self.description = description
    self.make = make
  }

  /// No body.
  public static let none = Self("no body") { _ in nil }

  /// A body as it is, of the media type that is given.
  public static func raw(_ body: HTTPBody, contentType: String) -> Self {
    Self("\(body), \(contentType)") { _ in (body, contentType) }
  }

  /// A value, encoded by the encoder that is given or by the client's.
  public static func value(
    _ value: any Encodable & Sendable, encoder own: (any BodyEncoder)? = nil
  ) -> Self {
    Self("a value of type \(type(of: value))") { encoders in
      let encoder = own ?? encoders.body
      return (.bytes(try encoder.encode(value)), encoder.contentType)
    }
  }

  /// The named parts of a value as `application/x-www-form-urlencoded`, made by the encoder that
  /// is given or by the client's.
  public static func form(
    _ value: any Encodable & Sendable, encoder own: QueryEncoder? = nil
  ) -> Self {
    Self("a form of type \(type(of: value))") { encoders in
      let encoder = FormBodyEncoder(own ?? encoders.query)
      return (.bytes(try encoder.encode(value)), encoder.contentType)
    }
  }

  /// A form of several parts, files among them, as `multipart/form-data`.
  ///
  /// It is put together once for all attempts of a send, so that each has the boundary that its
  /// `Content-Type` says.
  public static func multipart(_ form: MultipartForm) -> Self {
    Self("a form of \(form.parts.count) parts") { try form.content(by: $0.body) }
  }

  /// A body that is made when the request is sent, once for all its attempts; `make` is given the
  /// client's encoder, and what it throws fails the request.
  public static func made(
    by make: @escaping @Sendable (any BodyEncoder) throws -> Content
  ) -> Self {
    Self("a body that is made when it is sent") { try make($0.body) }
  }

  /// The body to send; nil for none.
  func content(by encoders: BodyEncoders) throws -> Content? {
    try make(encoders)
  }
}

/// What a client makes bodies with.
struct BodyEncoders: Sendable {
  var body: any BodyEncoder
  var query: QueryEncoder
}

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["body": description])
  }
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
