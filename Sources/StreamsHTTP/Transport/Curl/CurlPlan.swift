/// What libcurl is told about a request, all of it checked: a line that libcurl would send on as it
/// is can hold no line break, since its parts cannot.
struct CurlPlan: Sendable {
  let request: HTTPRequest
  /// Lines of the head as text that ends in a zero.
  let lines: [[CChar]]
  /// Whether content is announced, if only that there is none.
  let sendsContent: Bool
  /// Whether libcurl may send the request again when a kept connection fails.
  let mayRepeat: Bool

  /// - Throws: an `invalidRequest` for what cannot be sent exactly as it is.
  init(_ request: HTTPRequest, body: HTTPBody, decodes: Bool) throws(TransportFailure) {
    let method = request.method
    if body.isPresent && method.refusesContent {
      throw .refused("content with \(method) has no meaning")
    }
    if method == .connect { throw .refused("CONNECT is for proxies") }
    guard ["http", "https"].contains(request.url.scheme) else {
      throw .refused("\(request.url.scheme) is not spoken")
    }
    guard request.url.userInfo == nil else {
      throw .refused("user information in a URL is not sent; use an Authorization field")
    }
    self.request = request
    mayRepeat = request.isRepeatable
    sendsContent = body.isPresent || [.post, .put, .patch].contains(method)
    lines = try Self.lines(request.fields, body, decodes: decodes)
  }

  private static func lines(
    _ fields: HTTPFields, _ body: HTTPBody, decodes: Bool
  ) throws(TransportFailure) -> [[CChar]] {
    var lines: [[CChar]] = []
    for field in fields {
      switch field.key {
      case "content-length", "transfer-encoding":
        throw .refused(InvalidField(name: field.name, reason: .framing).description)
      case "cookie": continue
      default: lines.append(line(field.name, field.value))
      }
    }
    // One line, whatever the request has (RFC 6265 section 5.4).
    if let cookies = fields[key: "cookie"] { lines.append(line("Cookie", cookies)) }
    if body.isPresent, !fields.contains(key: "content-type") {
      lines.append(line("Content-Type", "application/octet-stream"))
    }
    if !fields.contains(key: "accept-encoding") {
      // A part of what is coded cannot be decoded.
      let codings = decodes && !fields.contains(key: "range") ? "gzip, deflate" : "identity"
      lines.append(line("Accept-Encoding", codings))
    }
    // Otherwise libcurl waits a second for servers that do not know it.
    if !fields.contains(key: "expect") { lines.append(Array("Expect:".utf8CString)) }
    return lines
  }

  /// One octet a character; libcurl writes an empty value so.
  private static func line(_ name: String, _ value: String) -> [CChar] {
    if value.isEmpty { return Array("\(name);".utf8CString) }
    var line = name.utf8.map { CChar(truncatingIfNeeded: $0) }
    line.reserveCapacity(line.count + value.utf8.count + 3)
    line += [0x3A, 0x20]
    for scalar in value.unicodeScalars { line.append(CChar(truncatingIfNeeded: scalar.value)) }
    line.append(0)
    return line
  }
}

extension TransportFailure {
  fileprivate static func refused(_ message: String) -> TransportFailure {
    TransportFailure(.invalidRequest, message)
  }
}
