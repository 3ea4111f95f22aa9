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

  @Test("is in no dump of anything")
  func dumps() throws {
    for value in try Self.everything {
      var text = ""
      dump(value, to: &text)
      #expect(!text.contains(Self.secret), "\(text)")
    }
  }

  @Test("in the body of an answer is not in its dump as numbers either")
  func dumpedBodies() throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/x"))
    let response = HTTPResponse(status: 401, url: request.url)
    let answer = Answer(request: request, response: response, body: [119, 119, 119])
    let values: [any Sendable] = [
      answer, StatusFailure(answer), DecodingFailure(answer, EmptyBody()),
      CodeFailure.code(1, answer), RequestFailure.status(StatusFailure(answer)),
    ]
    for value in values {
      var text = ""
      dump(value, to: &text)
      #expect(!text.contains("119"), "\(text)")
      #expect(text.contains("3 bytes"), "\(text)")
    }
  }

  private static func request() throws -> HTTPRequest {
    let names = [
      "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key", "X-Auth-Token",
      "X-Client-Secret", "X-CSRF-Token", "X-Amz-Security-Token", "X-Session-ID", "X-Auth",
      "X-Authorization", "Authentication-Info", "api_key", "Ocp-Apim-Subscription-Key", "DPoP",
    ]
    let urls = [
      ("Location", "https://h/cb?code=\(secret)&x=1"), ("Location", "/x#\(secret)"),
      ("Referer", "https://me:\(secret)@h/"), ("Content-Location", "?\(secret)"),
      ("Link", "<https://h/?c=\(secret)>; rel=\"next\", </y?\(secret)>; rel=prev"),
      ("Refresh", "5; url=https://h/?t=\(secret)"),
    ]
    return HTTPRequest(
      url: try HTTPURL("https://me:\(secret)@h/x?token=\(secret)#\(secret)"),
      fields: try HTTPFields(names.map { ($0, secret) } + urls))
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
        RequestFailure.decoding(DecodingFailure(answer, MalformedBody(offset: 1), at: "a")),
        CodeFailure.code(17, answer), CodeFailure<Int>.request(.status(status)),
        ProblemFailure<ProblemDetails>.problem(ProblemDetails(detail: secret), status),
        RequestFailure.invalidRequest(
          InvalidRequest(
            .baseURL(InvalidURL(.host, in: "https://me:\(secret)@h h?\(secret)")),
            in: described.details, request: request)),
        Request<User, RequestFailure>.post("x", json: [secret]),
        HTTPBody.bytes(Array(secret.utf8)), TransportEvent.head(response),
        Event<TransportEvent, TransportFailure>.value(.informational(response)),
        Bench().client.adding(.headers(["Authorization": secret, "Location": "/?\(secret)"])),
        Attempt(number: 1, started: .zero, ended: .zero, outcome: .status(401)),
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
      .get("https://me:a?\(secret)@h/x"), .get("https://me:a#\(secret)@h/x"),
      .get("https://h:99999/x?mail=a@\(secret)"),
      .get("x").field("Authorization: Bearer \(secret)", "x"),
    ]
    return requests.compactMap { bench.send($0).failure }
  }

  @Test("hides nothing else: a URL keeps its path, a link its relation")
  func shown() throws {
    let fields = try HTTPFields([
      ("Location", "https://h/a/b?c=d"), ("Link", "</next?page=2>; rel=\"next\""), ("X-A", "b?c"),
    ])
    #expect(
      fields.description
        == "Location: https://h/a/b\nLink: </next>; rel=\"next\"\nX-A: b?c")
    #expect(RequestPath("https://h/users/7?x=y").description == "https://h/users/7")
  }
}
