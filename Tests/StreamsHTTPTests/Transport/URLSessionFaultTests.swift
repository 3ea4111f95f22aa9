import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// What goes wrong on the wire is told once and never looks like an end.
///
/// Answers that end the process on Linux (trailers, a head cut in its first line, the largest
/// `Content-Length`) are not provoked.
@Suite(.timeLimit(.minutes(1))) struct URLSessionFaultTests {
  let fixture: URLSessionFixture

  init() throws { fixture = try URLSessionFixture() }

  private func failure(
    _ answer: ServerAnswer, _ method: HTTPMethod = .get, body: HTTPBody = .none
  ) async throws -> TransportFailure? {
    fixture.server.route("*", "/x") { _ in answer }
    let exchange = try await fixture.exchange(method, "/x", body: body)
    #expect(exchange.ends == 1)
    #expect(exchange.orderViolations == [])
    #expect(exchange.failure?.request == (try fixture.request(method, "/x")))
    return exchange.failure
  }

  @Test func nobodyListens() async throws {
    let request = try fixture.request(.get, "/x")
    fixture.server.stop()
    let exchange = await fixture.transport.send(request, body: .none).exchange()
    #expect(exchange.failure?.kind == .cannotConnect)
    #expect(exchange.ends == 1)
  }

  @Test func noSuchName() async throws {
    let request = HTTPRequest(url: try HTTPURL("http://nosuch.invalid/"))
    let exchange = await fixture.transport.send(request, body: .none).exchange()
    #expect(exchange.failure?.kind == .nameNotFound)
  }

  @Test func noTLS() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://127.0.0.1:\(fixture.server.port)/"))
    let exchange = await fixture.transport.send(request, body: .none).exchange()
    #expect(exchange.failure?.kind == .tls, "\(String(describing: exchange.failure))")
  }

  @Test func closedOrResetBeforeTheHead() async throws {
    #expect(try await failure(.hangUp)?.kind == .connectionLost)
    #expect(try await failure(.reset)?.kind == .connectionLost)
    #expect(try await failure(.reset, .post, body: .bytes([1]))?.kind == .connectionLost)
  }

  @Test func aPostIsSentOnce() async throws {
    #expect(try await failure(.hangUp, .post)?.kind == .connectionLost)
    #expect(fixture.server.log.requests.count == 1)
    #expect(try await failure(.hangUp, .put, body: .bytes([1]))?.kind == .connectionLost)
    #expect(fixture.server.log.requests.count == 2)
  }

  @Test func aPostDoesNotTakeAConnectionThatIsAboutToClose() async throws {
    fixture.server.route("*", "/x") { _ in .text("x").closingSilently() }
    for _ in 0..<20 {
      #expect(try await fixture.exchange(.get, "/x").status == 200)
      #expect(try await fixture.exchange(.post, "/x", body: .bytes([7])).status == 200)
    }
    let posts = fixture.server.log.requests.filter { $0.method == "POST" }
    #expect(posts.map(\.body) == Array(repeating: [7], count: 20))
  }

  @Test("P17, DEC-5: cut content is a lost connection")
  func cutContent() async throws {
    let text = ServerAnswer.text("0123456789")
    #expect(try await failure(text.broken(.close, at: .body(4)))?.kind == .connectionLost)
    #expect(try await failure(text.broken(.close, at: .body(0)))?.kind == .connectionLost)
    #expect(try await failure(text.broken(.reset, at: .body(4)))?.kind == .connectionLost)
    let chunked = ServerAnswer.chunked(["abc", "def"])
    for length in [0, 2, 5, 8, 10, 16, 18] {
      let cut = chunked.broken(.close, at: .body(length))
      #expect(try await failure(cut)?.kind == .connectionLost, "\(length)")
    }
    #expect(try await failure(chunked.broken(.reset, at: .body(6)))?.kind == .connectionLost)
  }

  @Test func whatCameBeforeACutIsDelivered() async throws {
    fixture.server.route("GET", "/x") { _ in .text("0123456789").broken(.close, at: .body(4)) }
    let exchange = try await fixture.exchange(.get, "/x")
    #expect(exchange.text == "0123")
    #expect(exchange.status == 200)
  }

  @Test(arguments: [
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
  func malformed(_ answer: String) async throws {
    let kind = try await failure(.raw(answer).closingSilently())?.kind
    #expect(kind == .malformedResponse)
  }

  @Test func aHeadThatNeverEndsIsTooLarge() async throws {
    let long = String(repeating: "a", count: 200_000)
    #expect(try await failure(.text("x").field("X-Long", long))?.kind == .tooLarge)
    let line = String(repeating: "a", count: 50_000)
    let lines = (0..<10).reduce(ServerAnswer.text("x")) { $0.field("X-\($1)", line) }
    #expect(try await failure(lines)?.kind == .tooLarge)
  }

  @Test func informationalAnswersWithoutEndAreTooLarge() async throws {
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

  @Test func tooMuchIsRefused() async throws {
    var fixture = fixture
    fixture.transport = URLSessionTransport(maximumBodyBytes: 10)
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

  @Test("P14, LNX-3: an exchange cut off for its size is stopped")
  func anExchangeCutOffForItsSizeIsStopped() async throws {
    var fixture = fixture
    fixture.transport = URLSessionTransport(maximumBodyBytes: 4)
    fixture.server.route("GET", "/x") { _ in
      .chunked(["012", "34"]).broken(.stall, at: .body(15))
    }
    #expect(try await fixture.exchange(.get, "/x").failure?.kind == .tooLarge)
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
  }
}
