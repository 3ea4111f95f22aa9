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

extension HTTPRequest {
  /// Whether sending it again does what sending it once does: by its method (RFC 9110 section
  /// 9.2.2), by an `Idempotency-Key`, or because the caller says so.
  public var isRepeatable: Bool {
    method.isIdempotent || options.isIdempotent || fields.contains("Idempotency-Key")
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
