/// A form of several parts, files among them (`multipart/form-data`, RFC 7578).
///
/// ```swift
/// .post("photos", multipart: [.text("title", "Sea"), .file("photo", at: path)])
/// ```
///
/// Parts are sent in their order, a name as often as it occurs, values as they are: no line break
/// is changed. Names and file names are UTF-8 and quoted as browsers do, so that none can add a
/// field (WHATWG HTML section 4.10.21.8); `filename*` is never written (RFC 7578 section 4.2).
///
/// A form of values at hand is sent from memory. One with files or streams is sent piece by piece,
/// without a copy, and has a known length when each of its parts has. A file's length is taken when
/// the request is sent: what is added later is not sent, and a file that has become shorter fails
/// the body.
///
/// A part that cannot be sent, such as a file that is not there, fails the request before anything
/// is sent.
public struct MultipartForm: Sendable {
  /// The parts, in the order in which they are sent.
  public var parts: [MultipartPart]
  /// Makes the boundary, for each send anew, again while the one it made occurs in the parts that
  /// are at hand. It is to be 1 to 70 characters that RFC 2046 section 5.1.1 allows.
  public var makeBoundary: @Sendable () -> String

  /// A form of those parts. The boundary is random, 32 letters and digits, unless `boundary`
  /// makes another.
  public init(
    _ parts: [MultipartPart] = [], boundary: (@Sendable () -> String)? = nil
  ) {
    self.parts = parts
    makeBoundary = boundary ?? { MultipartBoundary.random() }
  }

  /// The body of this form and its media type, which names the boundary.
  ///
  /// Parts that are values are encoded by `encoder`, unless they have their own.
  ///
  /// - Throws: `MultipartFailure` for the first part that cannot be sent, and for a boundary that
  ///   is none.
  public func content(
    by encoder: any BodyEncoder = .json
  ) throws(MultipartFailure) -> RequestBody.Content {
    var sections: [MultipartSection] = []
    for part in parts { sections.append(try part.section(by: encoder)) }
    let boundary = try MultipartBoundary(notIn: sections, makeBoundary)
    return (try boundary.body(of: sections), boundary.contentType)
  }
}

extension MultipartForm: ExpressibleByArrayLiteral {
  /// A form of those parts, with a random boundary.
  public init(arrayLiteral parts: MultipartPart...) {
    self.init(parts)
  }
}

extension MultipartForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The parts by name, without their content.
  public var description: String {
    "form of \(parts.map(\.description).joined(separator: ", "))"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows what `description` does.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: parts.map(\.description), displayStyle: .collection)
  }
}
