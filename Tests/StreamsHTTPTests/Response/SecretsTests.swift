import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A secret")
struct SecretsTests {
  private static let secret = "hunter2"

  @Test("in user information, query, fields or bodies is in no description of anything")
  func descriptions() throws {
    for text in try Self.everything.flatMap({ [String(describing: $0), String(reflecting: $0)] }) {
      #expect(!text.contains(Self.secret), "\(text)")
    }
  }

  @Test("is in no dump of what carries it on the wire")
  func dumps() throws {
    let request = try Self.request()
    var text = ""
    dump(request, to: &text)
    dump(HTTPBody.bytes(Array(Self.secret.utf8)), to: &text)
    dump(HTTPResponse(status: 200, fields: request.fields, url: request.url), to: &text)
    #expect(!text.contains(Self.secret))
  }

  private static func request() throws -> HTTPRequest {
    let names = [
      "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key", "X-Auth-Token",
      "X-Client-Secret", "X-CSRF-Token", "X-Amz-Security-Token", "X-Session-ID",
    ]
    return HTTPRequest(
      url: try HTTPURL("https://me:\(secret)@h/x?token=\(secret)#\(secret)"),
      fields: try HTTPFields(names.map { ($0, secret) }))
  }

  private static var everything: [any Sendable] {
    get throws {
      let request = try request()
      let response = HTTPResponse(status: 401, fields: request.fields, url: request.url)
      let answer = Answer(request: request, response: response, body: Array(secret.utf8))
      let described = Request<User, RequestFailure>.get("x?token=\(secret)")
        .query("token", secret).field("Authorization", secret).body(.bytes(Array(secret.utf8)))
      let status = StatusFailure(answer)
      return [
        request, response, answer, request.url, request.fields, described, described.details,
        described.details.query, described.details.path, described.details.fields,
        TransportFailure(.connectionLost, request: request),
        RequestFailure.transport(TransportFailure(.connectionLost, request: request)),
        status, RequestFailure.status(status), ProblemFailure.problem(secret, status),
        RequestFailure.decoding(DecodingFailure(answer, EmptyBody())),
        RequestFailure.invalidRequest(
          InvalidRequest(
            .baseURL(InvalidURL(.host, in: "https://me:\(secret)@h h?\(secret)")),
            in: described.details, request: request)),
        Request<User, RequestFailure>.post("x", json: [secret]),
      ] + refusals
    }
  }

  /// What a client tells of requests whose secrets are what is wrong with them.
  private static var refusals: [any Sendable] {
    let bench = Bench()
    let requests: [Request<Void, RequestFailure>] = [
      .get("x").field("Authorization", "\(secret)\r\n"),
      .get("https://me:\(secret)@/x"),
      .get("https://me:\(secret)/\(secret)@h:x/"),
      .get("x?token=\(secret)"),
    ]
    return requests.compactMap { bench.send($0).failure }
  }
}
