/// An accepted answer that is not the value it was to be.
public struct DecodingFailure: Error, Hashable, Sendable {
  /// What is wrong with the body.
  public enum Reason: Hashable, Sendable {
    /// It is empty, where a value was expected.
    case empty
    /// A value of that key is missing.
    case missing(key: String)
    /// There is a null where a value of that type was expected.
    case null(expected: String)
    /// There is something other than a value of that type.
    case mismatch(expected: String)
    /// It is neither an object nor a list – a null, too, is neither – so it has nothing at that
    /// component of the key path.
    case notAContainer(component: String)
    /// It is a list, and that component of the key path is no index.
    case badIndex(component: String)
    /// It is a list of `count` elements, which ends before that component of the key path.
    case indexOutOfRange(component: String, count: Int)
    /// The text of the key path is no path.
    case malformedPath
    /// The decoder gives whole bodies only, and follows no key path.
    case pathsUnsupported
    /// The body is of none of the media types that are accepted.
    case mediaType(accepted: [MediaRange])
    /// The body is not of the form the decoder reads, such as JSON, from the byte at `offset` on,
    /// where that is known.
    case malformed(offset: Int?)
    /// It is text in a charset that is not known here.
    case unknownCharset(String)
    /// It cannot be read: a date of another form, a number that does not fit, a value the type
    /// refuses.
    case unreadable
  }

  /// What is wrong.
  public var reason: Reason
  /// Where in the body, keys and indices as in a key path; empty for the body as a whole.
  public var codingPath: String
  /// The key path at which the value was to be, if there was one.
  public var valuePath: ValuePath?
  /// The request as it was sent.
  public var request: HTTPRequest
  /// The head of the answer.
  public var response: HTTPResponse
  /// The first 4 KiB of the body.
  public var body: [UInt8]
  /// How many bytes the body has.
  public var bodyCount: Int
  /// What was tried, in order.
  public var attempts: [Attempt]

  init(_ answer: Answer, _ error: any Error, at valuePath: ValuePath? = nil) {
    let (reason, codingPath) = Self.read(error)
    self.init(answer, reason, in: codingPath, at: valuePath)
  }

  init(
    _ answer: Answer, _ reason: Reason, in codingPath: ValuePath = .root,
    at valuePath: ValuePath? = nil
  ) {
    self.reason = reason
    self.codingPath = codingPath.description
    self.valuePath = valuePath
    request = answer.request
    response = answer.response
    body = Array(answer.body.prefix(4096))
    bodyCount = answer.body.count
    attempts = answer.attempts
  }

  /// Takes the place and the kind of the error; its own words may quote the body.
  private static func read(_ error: any Error) -> (Reason, ValuePath) {
    switch error {
    case is EmptyBody:
      (.empty, .root)
    case let fault as MalformedBody:
      (.malformed(offset: fault.offset), .root)
    case let charset as UnknownCharset:
      (.unknownCharset(charset.name), .root)
    case let fault as ValuePathFailure:
      (Reason(fault), fault.walked)
    case DecodingError.keyNotFound(let key, let context):
      (.missing(key: key.stringValue), path(context.codingPath))
    case DecodingError.valueNotFound(let type, let context):
      (.null(expected: "\(type)"), path(context.codingPath))
    case DecodingError.typeMismatch(let type, let context):
      (.mismatch(expected: "\(type)"), path(context.codingPath))
    case DecodingError.dataCorrupted(let context):
      (.unreadable, path(context.codingPath))
    default:
      (.unreadable, .root)
    }
  }

  private static func path(_ keys: [any CodingKey]) -> ValuePath {
    ValuePath(components: keys.map { key in key.intValue.map(String.init) ?? key.stringValue })
  }
}

extension DecodingFailure: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Three lines: what is wrong and where, what was asked, what came. The body is not shown.
  public var description: String {
    let place = codingPath.isEmpty ? "the body" : codingPath.quotedOnOneLine
    let goal = valuePath.map {
      $0 == .root ? "" : ", on the way to \($0.description.quotedOnOneLine)"
    }
    let type = response.fields["Content-Type"].map { " of \($0.onOneLine())" } ?? ""
    return """
      \(place) \(reason)\(goal ?? "")
        asked: \(request)
        came:  \(response.status), \(bodyCount) bytes\(type)
      """
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Shows the parts, and of the body how long it is.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "reason": reason, "codingPath": codingPath, "valuePath": valuePath as Any,
        "request": request, "response": response, "body": "\(bodyCount) bytes",
        "attempts": attempts,
      ])
  }
}

extension DecodingFailure.Reason: CustomStringConvertible {
  /// What the failure to follow a path is, seen from the place that was reached.
  init(_ failure: ValuePathFailure) {
    self =
      switch failure.kind {
      case .missingKey: .missing(key: failure.component)
      case .null, .notAContainer: .notAContainer(component: failure.component)
      case .badIndex: .badIndex(component: failure.component)
      case .indexOutOfRange(let count):
        .indexOutOfRange(component: failure.component, count: count)
      case .malformedPath: .malformedPath
      case .unsupported: .pathsUnsupported
      }
  }

  /// What is wrong, as the rest of a sentence about the place.
  public var description: String {
    switch self {
    case .empty: "is empty"
    case .missing(let key): "has no value for the key \(key.quotedOnOneLine)"
    case .null(let type): "is null, not a value of type \(type)"
    case .mismatch(let type): "is not a value of type \(type)"
    case .notAContainer(let component):
      "is neither an object nor a list, and has no \(component.quotedOnOneLine)"
    case .badIndex(let component): "is a list, and \(component.quotedOnOneLine) is no index"
    case .indexOutOfRange(let component, let count):
      "is a list of \(count), and has no element \(component.onOneLine())"
    case .malformedPath: "cannot be followed along what is no key path"
    case .pathsUnsupported: "is read by a decoder that follows no key path"
    case .mediaType(let ranges):
      "is not of the type \(ranges.map { $0.text.onOneLine() }.joined(separator: " or "))"
    case .malformed(let offset?): "is not well-formed from byte \(offset) on"
    case .malformed(nil): "is not well-formed"
    case .unknownCharset(let name): "is text in the unknown charset \(name.quotedOnOneLine)"
    case .unreadable: "cannot be read"
    }
  }
}
