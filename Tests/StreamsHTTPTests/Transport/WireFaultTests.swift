import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// What goes wrong on the wire is told once and never looks like an end.
///
/// Answers that end the process in Foundation on Linux (trailers, a head cut in its first line, the
/// largest `Content-Length`) are asked for in the tests of the other transport.
@Suite(.timeLimit(.minutes(10))) struct WireFaultTests {
  private func fixture(_ wire: Wire) throws -> WireFixture { try WireFixture(wire) }

  private func failure(
    _ fixture: WireFixture, _ answer: ServerAnswer, _ method: HTTPMethod = .get,
    body: HTTPBody = .none
  ) async throws -> TransportFailure? {
    fixture.server.route("*", "/x") { _ in answer }
    let exchange = try await fixture.exchange(method, "/x", body: body)
    #expect(exchange.ends == 1)
    #expect(exchange.orderViolations == [])
    #expect(exchange.failure?.request == (try fixture.request(method, "/x")))
    return exchange.failure
  }

  @Test(arguments: Wire.all)
  func nobodyListens(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let request = try fixture.request(.get, "/x")
    fixture.server.stop()
    let exchange = await fixture.transport.send(request, body: .none).exchange()
    #expect(exchange.failure?.kind == .cannotConnect)
    #expect(exchange.ends == 1)
  }

  @Test(arguments: Wire.all)
  func noSuchName(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let request = HTTPRequest(url: try HTTPURL("http://nosuch.invalid/"))
    let exchange = await fixture.transport.send(request, body: .none).exchange()
    #expect(exchange.failure?.kind == .nameNotFound)
  }

  @Test(arguments: Wire.all)
  func noTLS(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let request = HTTPRequest(url: try HTTPURL("https://127.0.0.1:\(fixture.server.port)/"))
    let exchange = await fixture.transport.send(request, body: .none).exchange()
    #expect(exchange.failure?.kind == .tls, "\(String(describing: exchange.failure))")
  }

  @Test(arguments: Wire.all)
  func closedOrResetBeforeTheHead(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    #expect(try await failure(fixture, .hangUp)?.kind == .connectionLost)
    #expect(try await failure(fixture, .reset)?.kind == .connectionLost)
    #expect(try await failure(fixture, .reset, .post, body: .bytes([1]))?.kind == .connectionLost)
  }

  @Test(arguments: Wire.all)
  func aPostIsSentOnce(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    #expect(try await failure(fixture, .hangUp, .post)?.kind == .connectionLost)
    #expect(fixture.server.log.requests.count == 1)
    #expect(try await failure(fixture, .hangUp, .put, body: .bytes([1]))?.kind == .connectionLost)
    #expect(fixture.server.log.requests.count == 2)
  }

  @Test(arguments: Wire.all)
  func aPostDoesNotTakeAConnectionThatIsAboutToClose(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("*", "/x") { _ in .text("x").closingSilently() }
    for _ in 0..<20 {
      #expect(try await fixture.exchange(.get, "/x").status == 200)
      let post = try await fixture.exchange(.post, "/x", body: .bytes([7]))
      // One that goes out as the server closes is lost, and never sent again.
      #expect(post.status == 200 || wire == .curl && post.failure?.kind == .connectionLost)
    }
    let posts = fixture.server.log.requests.filter { $0.method == "POST" }
    #expect(posts.allSatisfy { $0.body == [7] })
    #expect(posts.count <= 20)
  }

  @Test("P17, DEC-5: cut content is a lost connection", arguments: Wire.all)
  func cutContent(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let text = ServerAnswer.text("0123456789")
    #expect(try await failure(fixture, text.broken(.close, at: .body(4)))?.kind == .connectionLost)
    #expect(try await failure(fixture, text.broken(.close, at: .body(0)))?.kind == .connectionLost)
    #expect(try await failure(fixture, text.broken(.reset, at: .body(4)))?.kind == .connectionLost)
    let chunked = ServerAnswer.chunked(["abc", "def"])
    for length in [0, 2, 5, 8, 10, 16, 18] {
      let cut = chunked.broken(.close, at: .body(length))
      #expect(try await failure(fixture, cut)?.kind == .connectionLost, "\(length)")
    }
    #expect(
      try await failure(fixture, chunked.broken(.reset, at: .body(6)))?.kind == .connectionLost)
  }

  @Test(arguments: Wire.all)
  func whatCameBeforeACutIsDelivered(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    fixture.server.route("GET", "/x") { _ in .text("0123456789").broken(.close, at: .body(4)) }
    let exchange = try await fixture.exchange(.get, "/x")
    #expect(exchange.text == "0123")
    #expect(exchange.status == 200)
  }

  @Test(
    arguments: Wire.all,
    [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n0123456789",
      "HTTP/1.1 200 OK\r\nA (: 1\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nabcde",
      "SSH-2.0-OpenSSH_9.2\r\n\r\n",
      "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
      "HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n",
    ])
  func malformed(_ wire: Wire, _ answer: String) async throws {
    let fixture = try fixture(wire)
    let kind = try await failure(fixture, .raw(answer).closingSilently())?.kind
    #expect(kind == .malformedResponse)
  }

  @Test(arguments: Wire.all)
  func aHeadThatNeverEndsIsTooLarge(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let long = String(repeating: "a", count: 200_000)
    #expect(try await failure(fixture, .text("x").field("X-Long", long))?.kind == .tooLarge)
    let line = String(repeating: "a", count: 50_000)
    let lines = (0..<10).reduce(ServerAnswer.text("x")) { $0.field("X-\($1)", line) }
    #expect(try await failure(fixture, lines)?.kind == .tooLarge)
  }

  @Test(arguments: Wire.all)
  func informationalAnswersWithoutEndAreTooLarge(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let field = ServerField("Link", String(repeating: "a", count: 8_000))
    fixture.server.route("GET", "/storm") { _ in
      ServerAnswer(status: 103, fields: [field], framing: .unstated).broken(.flood, at: .end)
    }
    let exchange = try await fixture.exchange(.get, "/storm")
    #expect(exchange.heads.isEmpty)
    #if canImport(FoundationNetworking)
      #expect(exchange.failure?.kind == .tooLarge)
    #else
      #expect(exchange.failure != nil)
    #endif
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
  }

  @Test(arguments: Wire.all)
  func tooMuchIsRefused(_ wire: Wire) async throws {
    var fixture = try fixture(wire)
    fixture.transport = wire.transport(maximumBodyBytes: 10)
    fixture.server.route("GET", "/10") { _ in .text("0123456789") }
    fixture.server.route("GET", "/11") { _ in .text("0123456789a") }
    fixture.server.route("*", "/chunks") { _ in .chunked(["012345", "6789ab"]) }
    fixture.server.route("GET", "/more") { _ in
      .chunked(["012345", "6789ab", "more"]).pausing(.seconds(600))
    }
    #expect(try await fixture.exchange(.get, "/10").text == "0123456789")
    #expect(try await fixture.exchange(.head, "/11").failure == nil)
    for target in ["/11", "/chunks"] {
      let exchange = try await fixture.exchange(.get, target)
      #expect(exchange.failure?.kind == .tooLarge)
      #expect(exchange.ends == 1)
      #expect(exchange.body.count <= 10)
    }
    #expect(await fixture.server.waitUntil { $0.openConnections.count <= 1 })
  }

  @Test("P14, LNX-3: an exchange cut off for its size is stopped", arguments: Wire.all)
  func anExchangeCutOffForItsSizeIsStopped(_ wire: Wire) async throws {
    var fixture = try fixture(wire)
    fixture.transport = wire.transport(maximumBodyBytes: 4)
    fixture.server.route("GET", "/x") { _ in
      .chunked(["012", "34"]).broken(.stall, at: .body(15))
    }
    #expect(try await fixture.exchange(.get, "/x").failure?.kind == .tooLarge)
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
  }
}
