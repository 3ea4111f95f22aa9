import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// A week. Time-outs are decorators' work; the platform's are cut to whole seconds on Linux, and
  /// an infinite one traps there.
  static let noTimeout: TimeInterval = 604_800

  /// What the session is given for `request`; its content apart.
  ///
  /// - Throws: an `invalidRequest` for what cannot be sent exactly as it is.
  init(_ request: HTTPRequest, body: HTTPBody) throws(TransportFailure) {
    let method = request.method
    if body.isPresent && method.refusesContent {
      throw .refused("content with \(method) has no meaning")
    }
    if method == .connect { throw .refused("CONNECT is for proxies") }

    self.init(url: try URL(exactly: request.url))
    httpMethod = method.rawValue
    guard httpMethod == method.rawValue else {
      throw .refused("the platform would send \(httpMethod ?? "GET") for \(method)")
    }
    timeoutInterval = Self.noTimeout
    httpShouldHandleCookies = false
    cachePolicy = .reloadIgnoringLocalCacheData
    try set(request.fields)
    setDefaults(for: body)
  }

  private mutating func set(_ fields: HTTPFields) throws(TransportFailure) {
    var seen: Set<String> = []
    for field in fields where seen.insert(field.key).inserted {
      if ["content-length", "transfer-encoding"].contains(field.key) {
        let reason = InvalidField(name: field.name, reason: .framing)
        throw .refused(reason.description)
      }
      // The order of lines is lost anyway; equal names mean the same in one line (RFC 9110 5.3).
      let separator = field.key == "cookie" ? "; " : ", "
      let value = fields.values(of: field.name).joined(separator: separator)
      guard let text = String(octets: value) else {
        throw .refused("the platform sends text as UTF-8, which field \(field.name) is not")
      }
      setValue(text, forHTTPHeaderField: field.name)
    }
  }

  private mutating func setDefaults(for body: HTTPBody) {
    if body.isPresent && value(forHTTPHeaderField: "Content-Type") == nil {
      setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    }
    #if canImport(FoundationNetworking)
      if value(forHTTPHeaderField: "Accept-Encoding") == nil {
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      }
    #endif
  }
}

extension URL {
  /// The URL as the platform has it, if that is the same one.
  fileprivate init(exactly url: HTTPURL) throws(TransportFailure) {
    guard url.userInfo == nil else {
      throw .refused("user information in a URL is not sent; use an Authorization field")
    }
    #if canImport(FoundationNetworking)
      if url.host.hasPrefix("[") {
        throw .refused("an IPv6 address in a URL cannot be asked on this platform")
      }
    #endif
    let text = "\(url.scheme)://\(url.authority)\(url.target)"
    guard let exact = URL(string: text, encodingInvalidCharacters: false),
      exact.absoluteString == text
    else { throw .refused("the platform cannot ask this URL as it is") }
    self = exact
  }
}

extension TransportFailure {
  fileprivate static func refused(_ message: String) -> TransportFailure {
    TransportFailure(.invalidRequest, message)
  }
}

extension String {
  /// The text whose UTF-8 is what `value` says, one octet a character; nil when it is not UTF-8.
  init?(octets value: String) {
    if value.utf8.allSatisfy({ $0 < 0x80 }) {
      self = value
      return
    }
    let octets = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard let text = String(validating: octets, as: UTF8.self) else { return nil }
    self = text
  }
}
