/// The head of what came back. The body follows it as chunks.
public struct HTTPResponse: Hashable, Sendable {
  /// How it went.
  public var status: HTTPStatus
  /// The fields that were received.
  public var fields: HTTPFields
  /// Where it came from: the last URL asked, after redirects.
  public var url: HTTPURL

  /// A response of the given parts.
  public init(status: HTTPStatus, fields: HTTPFields = HTTPFields(), url: HTTPURL) {
    self.status = status
    self.fields = fields
    self.url = url
  }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible {
  /// Status and URL, without secrets.
  public var description: String { "\(status) from \(url)" }

  /// Status, URL and fields, without secrets.
  public var debugDescription: String {
    fields.isEmpty ? description : "\(description)\n\(fields)"
  }
}
