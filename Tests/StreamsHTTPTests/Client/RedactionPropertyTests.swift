import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Secrets go in wherever they can, and come out nowhere.
@Suite("Redaction")
struct RedactionPropertyTests {
  private static let marks = [
    "", " ", "'", "\"", "&", ";", "=", "/", "?", "#", "@", "%", ":", "\n",
  ]

  /// A secret whose two halves are found again however it is escaped in between.
  private struct Secret {
    let half: String
    let text: String

    init(by chance: inout Chance) {
      let letters = Array("abcdefghijkmnopqrstuvwxyzACDEFGHJKLMNPQRSTUVWXYZ23456789")
      half = String((0..<12).compactMap { _ in letters.randomElement(using: &chance) })
      text = half + (RedactionPropertyTests.marks.randomElement(using: &chance) ?? "") + half
    }
  }

  private static let names = [
    "password", "access_token", "apiKey", "client_secret", "sig", "refresh-token", "sessionId",
    "credentials", "jwt", "new_password",
  ]

  private static let fieldNames = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "X-Auth-Token", "DPoP",
    "X-Session-Id", "X-Hub-Signature-256", "X-CSRF-Token", "X-Client-Secret",
  ]

  @Test("LOG-2: tells no secret of a request that is answered, refused or lost", arguments: 0..<60)
  func everything(_ seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let secret = Secret(by: &chance)
    let request = Self.request(with: secret, by: &chance)
    var shown: [any Sendable] = [request, request.details] + Self.parts(of: request.details)
    for answer in 0..<4 {
      let bench = try Self.bench(secret, answer: answer)
      let recording = bench.send(request)
      #expect(recording.failure != nil)
      shown += [recording.failure, bench.client]
      shown += bench.stub.requests.flatMap {
        [$0, $0.url, $0.fields, $0.options] as [any Sendable]
      }
      Self.expectHidden(secret, in: try bench.client.curl(request))
    }
    for value in shown { Self.expectHidden(secret, in: value) }
    Self.expectHidden(secret, in: try request.curl(base: "https://h/"))
    #expect(try request.curl(base: "https://h/", showingSecrets: true).contains(secret.half))
  }

  @Test("tells no secret of a request that cannot be sent", arguments: 0..<40)
  func refused(_ seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let secret = Secret(by: &chance)
    let name = Self.fieldNames.randomElement(using: &chance) ?? "Cookie"
    let broken: [Request<User, RequestFailure>] = [
      .get("x").field(name, secret.text + "\r\nX: 1"),
      .get("x").field("\(name): \(secret.half)", ""),
      .get("x").query("token", secret.text).body(.bytes(Array(secret.text.utf8))),
      .get("https://me:\(secret.half)@h:99999/x"), .get("https://me:\(secret.half)@h h/?t=1"),
      .get("ftp://h/?token=\(secret.half)"), .get("../?token=\(secret.half)"),
      .post("x?\(secret.half)").field("Content-Length", "9"),
    ]
    for request in broken {
      let failure = try #require(Bench().send(request).failure)
      Self.expectHidden(secret, in: failure)
      #expect(throws: InvalidRequest.self) { try request.curl(base: "https://h/") }
    }
  }

  /// Secrets under names that say so, in any place that takes them.
  private static func request(
    with secret: Secret, by chance: inout Chance
  ) -> Request<User, RequestFailure> {
    let name = names.randomElement(using: &chance) ?? "token"
    let fieldName = fieldNames.randomElement(using: &chance) ?? "Cookie"
    let octets = secret.text.replacing("\n", with: " ")
    let bodies: [(HTTPBody, String)] = [
      (.bytes(Array("a=1&\(PercentEncoding.query([(name, secret.text)]))&b".utf8)), form),
      (.bytes(json([name: secret.text])), "application/json"),
      (.bytes(json(["a": [["b": [name: [secret.text]]]]])), "application/json; charset=utf-8"),
      (.bytes(json([[name: secret.text]])), "text/plain"),
      (.bytes(json(["log": String(decoding: json([name: secret.text]), as: UTF8.self)])), ""),
      (.bytes(part(name, secret.text)), "multipart/form-data; boundary=b"),
      (.replayable(length: nil) { .just(part(name, secret.text)) }, "multipart/mixed; boundary=b"),
      (.bytes(Array("<a><\(name)>\(secret.half)</\(name)><b/></a>".utf8)), "text/xml"),
      (.bytes([0, 255] + json([name: secret.text])), "application/octet-stream"),
    ]
    let (body, type) = bodies.randomElement(using: &chance) ?? (.none, "")
    return Request<User, RequestFailure>.post("users/\(7)?\(name)=\(secret.half)")
      .query(name, secret.text).query("next", "https://h/?a=1&\(name)=\(secret.half)&b=2")
      .query("to", "https://me:\(secret.half)@h/").field(fieldName, octets)
      .addingField(fieldName.lowercased(), octets).field(
        "Referer", "https://h/?\(name)=\(secret.half)"
      )
      .field("Location", "https://me:\(secret.half)@h/x").body(body, contentType: type)
      .tagged(secret.text)
  }

  private static let form = "application/x-www-form-urlencoded"

  private static func json(_ value: some Encodable) -> [UInt8] {
    (try? JSONBodyEncoder().encode(value)) ?? []
  }

  private static func part(_ name: String, _ value: String) -> [UInt8] {
    let head = "--b\r\nContent-Disposition: form-data; name="
    return Array("\(head)\"a\"\r\n\r\n1\r\n\(head)\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n".utf8)
  }

  /// A client with secrets in its base and its fields, whose request fails in one of four ways.
  private static func bench(_ secret: Secret, answer: Int) throws -> Bench {
    var bench = Bench(baseURL: "https://me:\(secret.half)@h/v2?sid=\(secret.half)")
    bench.client.fields = try HTTPFields([("X-Auth", secret.half)])
    bench.client = bench.client.adding(.headers(["X-Token": secret.half]))
      .adding(.retry(.transientFailures.limited(to: 1), backoff: .constant(.zero)))
    let pairs = [
      ("Set-Cookie", "a=\(secret.half)"), ("Location", "https://h/?code=\(secret.half)"),
    ]
    let route = bench.stub.on { _ in true }
    switch answer {
    case 0: route.respond(401, pairs: pairs, bytes: Array(secret.text.utf8))
    case 1: route.respond(200, pairs: pairs, bytes: json(["id": secret.half]))
    case 2: route.fail(.connectionLost)
    default: route.respond(503, pairs: pairs, bytes: Array(secret.text.utf8))
    }
    return bench
  }

  private static func parts(of details: RequestDetails) -> [any Sendable] {
    [details.query, details.fields, details.path, details.body, details.options]
  }

  /// However it is printed, alone or in something.
  private static func expectHidden(_ secret: Secret, in value: some Sendable) {
    var dumped = ""
    dump(value, to: &dumped)
    let texts = ["\(value)", String(reflecting: value), "\([value])", "\(["a": value])", dumped]
    for text in texts { #expect(!text.contains(secret.half), "\(text)") }
  }
}
