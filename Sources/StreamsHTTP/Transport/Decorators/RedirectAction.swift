/// What follows from one answer that may point elsewhere (RFC 9110 section 15.4; WHATWG Fetch
/// section 4.4), whatever came before it.
enum RedirectAction: Hashable, Sendable {
  /// The answer is the caller's.
  case deliver
  /// That request is sent in its place, with the body or without.
  case follow(HTTPRequest, keepsBody: Bool)
  /// Nothing is sent, and the answer is none.
  case fail(TransportFailure)

  /// - Parameter withheld: names of fields, in lower case, that stay in their origin besides those
  ///   that are known as secret.
  init(
    after response: HTTPResponse, to request: HTTPRequest, with body: HTTPBody,
    withholding withheld: Set<String> = []
  ) {
    let locations = Set(response.fields.values(of: "Location"))
    guard Self.statuses.contains(response.status), let location = locations.first else {
      self = .deliver
      return
    }
    switch request.options.redirects {
    case .deliver: self = .deliver
    case .refuse:
      self = .refused("the request is not to be redirected, as \(response.status) does", request)
    case .follow where locations.count > 1:
      self = .refused("the answer points to several places", request)
    case .follow(_, let allowsDowngrade):
      do throws(InvalidURL) {
        let url = try Self.target(location, from: request.url)
        self = Self.step(to: url, response.status, request, body, allowsDowngrade)
          .withholding(withheld, from: request.url)
      } catch {
        self = .refused("\(error)", request)
      }
    }
  }

  private static let statuses: Set<HTTPStatus> = [301, 302, 303, 307, 308]

  private static func refused(_ message: String, _ request: HTTPRequest) -> Self {
    .fail(TransportFailure(.redirectRefused, message, request: request))
  }

  private static func step(
    to url: HTTPURL, _ status: HTTPStatus, _ request: HTTPRequest, _ body: HTTPBody,
    _ allowsDowngrade: Bool
  ) -> Self {
    // Credentials that a server chooses are there to deceive (RFC 9110 section 4.2.4).
    let isAtHome = url.hasSameOrigin(as: request.url)
    guard url.userInfo == nil || (isAtHome && url.userInfo == request.url.userInfo) else {
      return refused("the redirect names a user", request)
    }
    let isDowngrade = request.url.scheme == "https" && url.scheme == "http"
    guard allowsDowngrade || !isDowngrade else { return .deliver }
    let method = method(after: status, to: request.method)
    let keepsBody = method == request.method
    guard body.isReplayable || !keepsBody else { return .deliver }

    var next = request
    next.url = url
    next.method = method
    for field in request.fields {
      let leaves =
        (!keepsBody && field.describesBody)
        || (!isAtHome && (field.isSecret || field.key == "host"))
        || (isDowngrade && field.key == "referer")
      if leaves { next.fields.remove(field.name) }
    }
    return .follow(next, keepsBody: keepsBody)
  }

  private func withholding(_ names: Set<String>, from url: HTTPURL) -> Self {
    guard case .follow(var next, let keepsBody) = self, !next.url.hasSameOrigin(as: url) else {
      return self
    }
    for name in names { next.fields.remove(name) }
    return .follow(next, keepsBody: keepsBody)
  }

  /// An empty reference is the URL that was just asked: no place to go on to.
  private static func target(
    _ location: String, from url: HTTPURL
  ) throws(InvalidURL) -> HTTPURL {
    guard !location.isEmpty else { throw InvalidURL(.noHost, in: location) }
    var target = try url.resolving(text(location))
    target.parts.fragment = target.fragment ?? url.fragment
    return target
  }

  /// Octets that are UTF-8 are read so, since servers put paths there as they are.
  private static func text(_ value: String) -> String {
    let octets = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return String(validating: octets, as: UTF8.self) ?? value
  }

  /// What everybody does, and sections 15.4.2 to 15.4.4 allow: POST becomes GET but for 307 and
  /// 308, and with 303 all but HEAD do.
  private static func method(after status: HTTPStatus, to method: HTTPMethod) -> HTTPMethod {
    switch status {
    case 303: method == .head ? .head : .get
    case 301, 302: method == .post ? .get : method
    default: method
    }
  }
}

extension HTTPFields.Field {
  /// Whether the field says something of the request's content, and has no meaning without it
  /// (RFC 9110 sections 8 and 15.4).
  fileprivate var describesBody: Bool {
    key.hasPrefix("content-") || Self.ofBodies.contains(key)
  }

  private static let ofBodies: Set<String> = [
    "transfer-encoding", "trailer", "expect", "digest", "repr-digest", "last-modified",
  ]
}
