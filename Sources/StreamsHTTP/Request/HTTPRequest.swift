/// What goes to a transport: method, URL and fields. The body travels beside it.
public struct HTTPRequest: Hashable, Sendable {
  /// What is asked.
  public var method: HTTPMethod
  /// Where it is asked.
  public var url: HTTPURL
  /// The fields that are sent. Those that frame the message are the transport's to add.
  public var fields: HTTPFields
  /// What decorators are to know about the request; none of it is sent.
  public var options: RequestOptions

  /// A request of the given parts.
  public init(
    method: HTTPMethod = .get, url: HTTPURL, fields: HTTPFields = HTTPFields(),
    options: RequestOptions = RequestOptions()
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.options = options
  }
}

/// What a request tells the decorators on its way, and nobody else.
public struct RequestOptions: Hashable, Sendable {
  /// Whether the caller says that the request may be sent again though its method does not say
  /// so (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool

  /// Options of the given values.
  public init(isIdempotent: Bool = false) {
    self.isIdempotent = isIdempotent
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// Method and URL, without secrets.
  public var description: String { "\(method) \(url)" }

  /// Method, URL and fields, without secrets.
  public var debugDescription: String {
    fields.isEmpty ? description : "\(description)\n\(fields)"
  }
}
