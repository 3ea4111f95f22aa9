public import Streams

/// One part of a form: a name, and what stands under it.
public struct MultipartPart: Sendable {
  /// Where the bytes of a part are.
  private enum Content: Sendable {
    case body(HTTPBody)
    case value(any Encodable & Sendable, (any BodyEncoder)?)
  }

  /// The name of the field.
  public var name: String
  /// The name of the file; nil for a part that is no file (RFC 7578 section 4.2).
  public var filename: String?
  /// The media type. A part without one is text, and a file without one is sent as
  /// `application/octet-stream` (RFC 7578 section 4.4).
  public var contentType: String?
  private var content: Content

  /// A part of those bytes. When their length is known they are held to it: a stream that gives
  /// more is cut there, and one that gives less fails the body.
  public init(
    _ name: String, _ body: HTTPBody, filename: String? = nil, contentType: String? = nil
  ) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
    content = .body(body)
  }

  /// A text, as UTF-8.
  public static func text(_ name: String, _ text: String, contentType: String? = nil) -> Self {
    Self(name, .bytes(Array(text.utf8)), contentType: contentType)
  }

  /// Bytes at hand; a file when it has a file name.
  public static func bytes(
    _ name: String, _ bytes: [UInt8], filename: String? = nil, contentType: String? = nil
  ) -> Self {
    Self(name, .bytes(bytes), filename: filename, contentType: contentType)
  }

  /// A file, read while it is sent, by default under its own name and of the media type that the
  /// end of this name says.
  public static func file(
    _ name: String, at path: String, filename: String? = nil, contentType: String? = nil
  ) -> Self {
    let filename = filename ?? FileType.name(ofPath: path)
    return Self(
      name, .file(path: path), filename: filename,
      contentType: contentType ?? FileType.mediaType(ofName: filename))
  }

  /// Bytes that `make` gives anew for every attempt, `length` of them when it is known.
  public static func stream(
    _ name: String, length: Int?, filename: String? = nil, contentType: String? = nil,
    _ make: @escaping @Sendable () -> Signal<[UInt8], BodyFailure>
  ) -> Self {
    Self(name, .replayable(length: length, make), filename: filename, contentType: contentType)
  }

  /// A value, encoded when the request is sent, by the encoder given or the client's, and of the
  /// media type that encoder says.
  public static func value(
    _ name: String, _ value: any Encodable & Sendable, encoder: (any BodyEncoder)? = nil,
    filename: String? = nil
  ) -> Self {
    var part = Self(name, .none, filename: filename)
    part.content = .value(value, encoder)
    return part
  }

  /// The part as it is sent.
  func section(by encoder: any BodyEncoder) throws(MultipartFailure) -> MultipartSection {
    switch content {
    case .body(let body):
      return try section(body, contentType)
    case .value(let value, let own):
      let encoder = own ?? encoder
      do {
        return try section(.bytes(try encoder.encode(value)), contentType ?? encoder.contentType)
      } catch let failure as MultipartFailure {
        throw failure
      } catch {
        throw MultipartFailure(.value(QueryEncodingFailure.words(for: error)), part: name)
      }
    }
  }

  private func section(
    _ body: HTTPBody, _ contentType: String?
  ) throws(MultipartFailure) -> MultipartSection {
    let type = contentType ?? filename.map { _ in "application/octet-stream" }
    if let type, !MultipartSection.isMediaType(type) {
      throw MultipartFailure(.contentType(type), part: name)
    }
    return try MultipartSection(
      name: name, head: MultipartSection.head(name: name, filename: filename, type: type), body)
  }
}

extension MultipartPart: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, and what kind of content it is; not what it says.
  public var description: String {
    let what =
      switch content {
      case .body(let body): body.description
      case .value(let value, _): "a value of type \(type(of: value))"
      }
    return "\(name.quotedOnOneLine): \(what)"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, children: ["part": description])
  }
}
