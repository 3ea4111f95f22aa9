import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Credentials")
struct CredentialsTests {
  private static func request() throws -> HTTPRequest { HTTPRequest(url: try HTTPURL("https://h")) }

  @Test("of a user are what the table says", arguments: Vectors.rows("basic-auth"))
  func basic(_ row: Vector) throws {
    let credentials = Credentials.basic(
      user: row.input["user"].text ?? "", password: row.input["password"].text ?? "")
    let sent = try? credentials.applied(to: try Self.request())
    let actual = sent.map { JSON.object(["header": .text($0.fields["Authorization"] ?? "")]) }
    #expect(row.accepts(actual ?? .error), "wanted \(row.wanted), got \(actual ?? .error)")
  }

  @Test("AUT-9: of any script are sent, and a colon in a name is refused")
  func scripts() {
    for (user, password, value) in [
      ("test", "123£", "Basic dGVzdDoxMjPCow=="), ("u", "p:q", "Basic dTpwOnE="), ("a:b", "c", nil),
    ] {
      var bench = Bench()
      bench.client = bench.client.adding(.basic(user: user, password: password))
      bench.stub.on { _ in true }.respond()
      let sent = bench.send(Request<Void, RequestFailure>.get("x"))
      #expect(bench.stub.requests.map { $0.fields["Authorization"] } == (value.map { [$0] } ?? []))
      #expect(TimeoutTests.kind(sent.failure) == (value == nil ? .invalidRequest : nil))
    }
  }

  @Test("that no request can carry fail it, and nothing is sent")
  func invalid() throws {
    for (credentials, reason) in [
      (Credentials.bearer(" "), InvalidCredentials.Reason.empty),
      (.basic(user: "a", password: "b\n"), .control),
      (.init(field: "X-Plain", "secret"), .notSecret("X-Plain")),
    ] {
      #expect(throws: TransportFailure.self) { try credentials.applied(to: try Self.request()) }
      #expect(credentials.description == InvalidCredentials(reason).description)
    }
    #expect(throws: TransportFailure.self) {
      try Credentials.bearer("a\r\nX: 1").applied(to: try Self.request())
    }
  }

  @Test("go to the origins they are for, by default the client's, and nowhere else")
  func origins() {
    for (origins, sent) in [
      ([], [true, false, false]), (["https://other.example/x"], [false, true, false]),
      (["https://api.example:443", "http://api.example"], [true, false, true]),
    ] {
      var bench = Bench()
      let decorator: TransportDecorator =
        switch origins.count {
        case 0: .bearer("t")
        case 1: .bearer("t", for: origins[0])
        default: .credentials(.bearer("t"), for: origins[0], origins[1])
        }
      bench.client = bench.client.adding(decorator)
      bench.stub.on { _ in true }.respond()
      for path in ["x", "https://other.example/x", "http://api.example/x"] {
        _ = bench.send(Request<Void, RequestFailure>.get(RequestPath(path)))
      }
      #expect(bench.stub.requests.map { $0.fields["Authorization"] == "Bearer t" } == sent)
    }
  }

  @Test("for an origin that is none fail requests, rather than let them go without")
  func noOrigin() {
    var bench = Bench()
    bench.client = bench.client.adding(.bearer("t", for: "api.example"))
    let sent = bench.send(Request<Void, RequestFailure>.get("x"))
    #expect(TimeoutTests.kind(sent.failure) == .invalidRequest)
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("leave a request's own as they are")
  func own() {
    var bench = Bench()
    bench.client = bench.client.adding(.bearer("t"))
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Request<Void, RequestFailure>.get("x").field("authorization", "mine"))
    #expect(bench.stub.requests.map { $0.fields.values(of: "Authorization") } == [["mine"]])
  }

  @Test("do not follow a redirect to another origin")
  func redirected() {
    var bench = Bench()
    bench.client = bench.client.adding(.bearer("t"))
    bench.stub.on { _ in true }.respond()
    bench.stub.on(.get, "/v2/x").respond(302, fields: ["Location": "https://other.example/"])
    _ = bench.send(Request<Void, RequestFailure>.get("x"))
    #expect(bench.stub.requests.map { $0.fields.contains("Authorization") } == [true, false])
  }

  @Test("are shown nowhere, and compare by what they are")
  func secret() {
    for credentials in [
      Credentials.bearer("hunter2"), .basic(user: "hunter2", password: "hunter2"),
      .init(field: "X-API-Key", "hunter2"), .init(field: "X-API-Key", "hunter2\n"),
    ] {
      var text = "\(credentials) \(String(reflecting: credentials))"
      dump(credentials, to: &text)
      #expect(!text.contains("hunter2"), "\(text)")
    }
    #expect(Credentials.bearer("a") == .bearer("a"))
    #expect(Credentials.bearer("a") != .bearer("b"))
  }
}
