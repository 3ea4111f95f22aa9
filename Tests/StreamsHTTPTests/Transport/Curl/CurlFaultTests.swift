#if os(Linux)
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  /// What a server can do wrong, and what is told of it: once, and soon. These answers end, hang or
  /// deceive other clients.
  @Suite(.timeLimit(.minutes(10))) struct CurlFaultTests {
    private let fixture: WireFixture

    init() throws { fixture = try WireFixture(CurlSettings()) }

    private func exchange(
      _ answer: ServerAnswer, _ method: HTTPMethod = .get, body: HTTPBody = .none
    ) async throws -> Exchange {
      fixture.server.route("*", "/x") { _ in answer }
      let exchange = try await fixture.exchange(method, "/x", body: body)
      #expect(exchange.ends == 1)
      #expect(exchange.orderViolations == [])
      return exchange
    }

    private func kind(_ text: String) async throws -> TransportFailure.Kind? {
      try await exchange(.raw(text).closingSilently()).failure?.kind
    }

    @Test("a head that is cut short anywhere is a lost connection, closed or reset")
    func cutHead() async throws {
      let answer = ServerAnswer.text("0123456789").field("X-A", "1")
      let whole = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-A: 1\r\n".utf8
      ).count
      for length in 0..<whole {
        let failure = try await exchange(answer.broken(.close, at: .head(length))).failure
        // A part of the protocol's name is no HTTP either.
        let kinds: [TransportFailure.Kind] =
          1..<10 ~= length ? [.connectionLost, .malformedResponse] : [.connectionLost]
        #expect(kinds.contains { $0 == failure?.kind }, "\(length): \(failure?.description ?? "-")")
      }
      for length in [1, 12, 17, 30, 60] {
        let failure = try await exchange(answer.broken(.reset, at: .head(length))).failure
        #expect(failure?.kind == .connectionLost, "\(length): \(failure?.description ?? "-")")
      }
    }

    @Test("trailers, the largest length and other answers that end URLSession do not end us")
    func survived() async throws {
      let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
      #expect(try await exchange(.raw(chunks + "A: 1\r\nB: 2\r\n\r\n")).text == "ok")
      let largest = "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nok"
      #expect(try await kind(largest) == .tooLarge)
      let beyond = "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551617\r\n\r\nok"
      #expect(try await kind(beyond) == .malformedResponse)
    }

    @Test(
      "content that is cut short is a lost connection",
      arguments: [
        "Content-Length: 10\r\n\r\n0123", "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", "Content-Length: 1\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n",
        "Content-Encoding: gzip\r\n\r\n\u{1F}",
      ])
    func cutContent(_ rest: String) async throws {
      #expect(try await kind("HTTP/1.1 200 OK\r\n" + rest) == .connectionLost)
    }

    @Test(
      "what is no HTTP is malformed",
      arguments: [
        "HTTP/1.2 200 OK\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n", "just text, and more of it\r\n",
        "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nab\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabXX0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nabcde",
        "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nplain text",
      ])
    func malformed(_ text: String) async throws {
      #expect(try await kind(text) == .malformedResponse)
    }

    @Test("a hundred megabytes of head are refused after the first part of them")
    func endlessHead() async throws {
      let line = Array(("X-A: " + String(repeating: "a", count: 60_000) + "\r\n").utf8)
      var head = Array("HTTP/1.1 200 OK\r\n".utf8)
      for _ in 0..<1_700 { head += line }
      let answer = ServerAnswer.raw(head)
      fixture.server.route("GET", "/head") { _ in answer }
      let exchange = try await fixture.exchange(.get, "/head")
      #expect(exchange.failure?.kind == .tooLarge)
      #expect(exchange.heads.isEmpty)
      #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
    }

    @Test("bytes that drip are an answer")
    func drip() async throws {
      let parts = Array("drop by drop".utf8).map { [$0] }
      let answer = ServerAnswer(body: parts, framing: .chunked).pausing(.milliseconds(2))
      #expect(try await exchange(answer).text == "drop by drop")
    }

    @Test("answers without content have none, whatever their fields say")
    func noContent() async throws {
      for status in [204, 304] {
        let text = "HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\n"
        let exchange = try await exchange(.raw(text))
        #expect(exchange.failure == nil)
        #expect(exchange.body.isEmpty)
      }
      let head = try await exchange(.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .head)
      #expect(head.failure == nil)
      #expect(head.heads.first?.fields["Content-Length"] == "5")
    }

    @Test("an answer to a HEAD may be coded in any way")
    func codedHead() async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 5\r\n\r\n"
      let exchange = try await exchange(.raw(head), .head)
      #expect(exchange.failure == nil)
      #expect(exchange.heads.first?.fields["Content-Encoding"] == "br")
    }

    @Test(
      "bytes behind an answer's end are not the beginning of the next answer",
      arguments: [
        "204 No Content\r\n\r\n", "200 OK\r\nContent-Length: 0\r\n\r\n",
        "304 Not Modified\r\nContent-Length: 9\r\n\r\n",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ])
    func excess(_ rest: String) async throws {
      let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
      fixture.server.route("GET", "/y") { _ in .text("good") }
      let exchange = try await exchange(.raw("HTTP/1.1 " + rest + evil))
      #expect(exchange.body.isEmpty)
      #expect(try await fixture.exchange(.get, "/y").text == "good")
    }

    @Test("a connection that was closed between requests is noticed")
    func closedBetween() async throws {
      fixture.server.route("GET", "/x") { _ in .text("x").closingSilently() }
      for _ in 0..<10 {
        #expect(try await fixture.exchange(.get, "/x").text == "x")
        #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
      }
    }

    @Test("a connection that does not come about has its time")
    func connectTimeout() async throws {
      var fixture = fixture
      var settings = CurlSettings()
      settings.connectTimeout = .milliseconds(50)
      fixture.transport = CurlTransport(settings)
      // TLS with a server that waits for a request line: the connection stands, TLS never does.
      fixture.server.route("*", "/*") { _ in .silence }
      let listener = try LoopbackServer(limits: ServerLimits(head: 1 << 20))
      let request = HTTPRequest(url: try HTTPURL("https://127.0.0.1:\(listener.port)/"))
      let exchange = await fixture.transport.send(request, body: .none).exchange()
      #expect([.timedOut, .tls].contains { $0 == exchange.failure?.kind })
      #expect(exchange.ends == 1)
    }

    @Test("what is not http is not asked")
    func schemes() async throws {
      for text in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"] {
        #expect(throws: InvalidURL.self) { try HTTPURL(text) }
      }
      fixture.server.route("GET", "/x") { _ in .status(302).field("Location", "file:///etc/passwd")
      }
      let exchange = try await fixture.exchange(.get, "/x")
      #expect(exchange.status == 302)
      #expect(exchange.body.isEmpty)
    }

    @Test("a silent server is waited for, and left at a cancel")
    func silence() async throws {
      fixture.server.route("GET", "/silent") { _ in .silence }
      let recorder = ExchangeRecorder()
      let subscription = recorder.observe(
        fixture.transport.send(try fixture.request(.get, "/silent"), body: .none))
      #expect(await fixture.server.waitUntil { $0.requests.count == 1 })
      subscription.cancel()
      #expect(await fixture.server.waitUntil { $0.connections.map(\.end) == [.byClient] })
      #expect(recorder.exchange.events.isEmpty)
    }
  }
#endif
