/// What a server says is wrong, in the words of RFC 9457.
///
/// ```swift
/// Request<User, RequestFailure>.get("users/7").failureBody(as: ProblemDetails.self)
/// ```
///
/// A member of another kind than the standard's counts as absent (section 3.1), so that any object
/// can be read; `MediaType` tells whether the server calls it problem details. `title` and
/// `detail` are for people, `type` and the extensions for programs.
public struct ProblemDetails: Hashable, Sendable, Error {
  /// The kind of problem, a URI reference; `about:blank` when the status says it all.
  public var type: String
  /// A short summary of the kind of problem.
  public var title: String?
  /// The status that the origin server gave; the answer's own is what counts.
  public var status: HTTPStatus?
  /// What is wrong this time.
  public var detail: String?
  /// Which occurrence it is, a URI reference.
  public var instance: String?
  /// The members that this kind of problem adds.
  public var extensions: [String: JSONValue]

  /// Problem details of the given members.
  public init(
    type: String = "about:blank", title: String? = nil, status: HTTPStatus? = nil,
    detail: String? = nil, instance: String? = nil, extensions: [String: JSONValue] = [:]
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.extensions = extensions
  }

  /// What a server calls problem details in JSON.
  public static let mediaType: MediaRange = "application/problem+json"
}

extension ProblemDetails: Codable {
  /// Reads an object, and what of it is not as it should be as absent.
  public init(from decoder: any Decoder) throws {
    var members = try decoder.singleValueContainer().decode([String: JSONValue].self)
    func takeText(_ name: String) -> String? {
      guard case .string(let text) = members.removeValue(forKey: name) else { return nil }
      return text
    }
    type = takeText("type") ?? "about:blank"
    title = takeText("title")
    detail = takeText("detail")
    instance = takeText("instance")
    if case .integer(let code) = members.removeValue(forKey: "status"), 100...999 ~= code {
      status = HTTPStatus(code)
    } else {
      status = nil
    }
    extensions = members
  }

  /// Writes the members that are there; an extension never hides one of the standard's.
  public func encode(to encoder: any Encoder) throws {
    var members = extensions
    members["type"] = .string(type)
    members["title"] = title.map { .string($0) }
    members["status"] = status.map { .integer($0.code) }
    members["detail"] = detail.map { .string($0) }
    members["instance"] = instance.map { .string($0) }
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}
