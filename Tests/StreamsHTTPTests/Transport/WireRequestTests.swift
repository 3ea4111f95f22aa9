import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// What is asked reaches the server as it was said, or is refused before anything is sent.
@Suite(.timeLimit(.minutes(10))) struct WireRequestTests {
  private func fixture(_ wire: Wire) throws -> WireFixture {
    let fixture = try WireFixture(wire)
    fixture.server.route("*", "/*") { _ in .text("x") }
    return fixture
  }

  @Test("P12: fields arrive as they were said, an explicit Cookie too", arguments: Wire.all)
  func fieldsArrive(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let fields = [
      ("X-B", "2"), ("X-A", "1"), ("x-b", "3"), ("X-Empty", ""), ("X-Tab", "a\tb"),
      ("Cookie", "a=1"), ("Cookie", "b=2"), ("Authorization", "Bearer t"), ("Host", "other"),
      ("Content-Type", "text/x"), ("Accept", "text/y"), ("User-Agent", "z"),
      ("Accept-Encoding", "gzip"),
    ]
    _ = try await fixture.exchange(.post, "/x", fields, body: .bytes([1]))
    let request = try fixture.received("/x")
    // A session knows one line a name.
    #expect(request.values(of: "X-B") == (wire == .curl ? ["2", "3"] : ["2, 3"]))
    #expect(request.values(of: "X-A") == ["1"])
    #expect(request.values(of: "X-Empty") == [""])
    #expect(request.values(of: "X-Tab") == ["a\tb"])
    #expect(request.values(of: "Cookie") == ["a=1; b=2"])
    #expect(request.values(of: "Authorization") == ["Bearer t"])
    #expect(request.values(of: "Host") == ["other"])
    #expect(request.values(of: "Content-Type") == ["text/x"])
    #expect(request.values(of: "Accept") == ["text/y"])
    #expect(request.values(of: "User-Agent") == ["z"])
    #expect(request.values(of: "Accept-Encoding") == ["gzip"])
  }

  @Test("P10, HDR-13: content without a type is bytes", arguments: Wire.all)
  func contentWithoutATypeIsBytes(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    for body: HTTPBody in [.bytes([1]), .bytes([])] {
      _ = try await fixture.exchange(.post, "/x", body: body)
    }
    let types = fixture.server.log.requests.map { $0.values(of: "Content-Type") }
    #expect(types == [["application/octet-stream"], ["application/octet-stream"]])
  }

  @Test(arguments: Wire.all)
  func octetsAreSentAsTheyAre(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    _ = try await fixture.exchange(.get, "/x", [("X-Name", "J\u{C3}\u{BC}rgen")])
    #expect(try fixture.received("/x").field("X-Name") == "Jürgen")
    let exchange = try await fixture.exchange(.get, "/x", [("X-Name", "J\u{FC}rgen")])
    #expect(exchange.failure?.kind == (wire == .curl ? nil : .invalidRequest))
  }

  @Test(
    "P23, HDR-2: no value of a repeated field is lost, and Set-Cookie comes apart",
    arguments: Wire.all)
  func answersFieldsComeInOctets(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/fields") { _ in
      .text("x").field("X-Name", "Jürgen").field("B", "2").field("b", "3").field("A", "1")
        .field("A", "4").field("ETag", "\"q\"").field("X-Control", "a\u{1}b")
        .field("Set-Cookie", "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/")
        .field("Set-Cookie", "b=\"2\"").field("Set-Cookie", "c=")
    }
    let head = try #require(try await fixture.exchange(.get, "/fields").heads.first)
    #expect(head.fields["X-Name"] == "J\u{C3}\u{BC}rgen")
    // Of names that differ in case only, Foundation on Linux keeps any one.
    let both = head.fields.values(of: "B")
    #expect(both == ["2", "3"] || wire == .urlSession && (both == ["2"] || both == ["3"]))
    #expect(head.fields["a"] == "1, 4")
    #expect(head.fields["ETag"] == "\"q\"")
    #expect(head.fields["X-Control"] == "a b")
    #expect(
      head.fields.values(of: "Set-Cookie") == [
        "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/", "b=\"2\"", "c=",
      ])
  }

  @Test("P9, HDR-11: what frames the message is refused", arguments: Wire.all)
  func whatFramesTheMessageIsRefused(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    for name in ["Content-Length", "content-length", "Transfer-Encoding"] {
      let exchange = try await fixture.exchange(.post, "/x", [(name, "1")], body: .bytes([1]))
      #expect(exchange.failure?.kind == .invalidRequest)
      #expect(exchange.ends == 1)
    }
    #expect(fixture.server.log.connections.isEmpty)
  }

  @Test("HDR-12: content that means nothing is refused", arguments: Wire.all)
  func contentThatMeansNothingIsRefused(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    for method: HTTPMethod in [.get, .head, .trace] {
      for body: HTTPBody in [.bytes([]), .bytes([1]), .file(path: "/nowhere")] {
        let exchange = try await fixture.exchange(method, "/x", body: body)
        #expect(exchange.failure?.kind == .invalidRequest)
      }
    }
    #expect(fixture.server.log.connections.isEmpty)
  }

  @Test(arguments: Wire.all)
  func whatThePlatformWouldChangeIsRefused(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    for method in wire == .curl ? ["CONNECT"] : ["get", "Post", "CONNECT"] {
      let exchange = try await fixture.exchange(try HTTPMethod(method), "/x")
      #expect(exchange.failure?.kind == .invalidRequest, "\(method)")
    }
    let user = "http://u:p@127.0.0.1:\(fixture.server.port)/x"
    for url in wire == .curl ? [user] : [user, "http://[::1]:1/"] {
      let request = HTTPRequest(url: try HTTPURL(url))
      let exchange = await fixture.transport.send(request, body: .none).exchange()
      #expect(exchange.failure?.kind == .invalidRequest, "\(url)")
      #expect(exchange.ends == 1)
    }
    #expect(fixture.server.log.connections.isEmpty)
  }

  @Test("P11, HDR-6: line breaks cannot be written")
  func lineBreaksCannotBeWritten() throws {
    for value in ["a\r\nX-B: 2", "a\n", "a\r", "a\0"] {
      #expect(throws: InvalidField.self) { try HTTPFields([("X-A", value)]) }
    }
    for name in ["X-A\r\nX-B", "X A", "", "X:"] {
      #expect(throws: InvalidField.self) { try HTTPFields([(name, "1")]) }
    }
    #expect(throws: InvalidMethod.self) { try HTTPMethod("GET / HTTP/1.1\r\nX: ") }
  }
}
