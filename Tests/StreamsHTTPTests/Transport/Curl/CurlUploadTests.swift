#if os(Linux)
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  /// Content goes up as it comes, once, and as long as was told.
  @Suite(.timeLimit(.minutes(1))) struct CurlUploadTests {
    private typealias Source = PassthroughSubject<[UInt8], BodyFailure>

    private let fixture: WireFixture

    init() throws {
      fixture = try WireFixture(CurlSettings())
      fixture.server.route("*", "/size") { .text("\($0.body.count)") }
    }

    private func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }
    }

    @Test("content that takes its time goes out in chunks, as it comes")
    func inChunks() async throws {
      let source = Source()
      let recorder = ExchangeRecorder()
      let request = try fixture.request(.post, "/size")
      _ = recorder.observe(
        fixture.transport.send(request, body: .once(length: nil, source.signal)))
      source.send([1, 2])
      #expect(await recorder.waits { $0.uploads.map(\.completed) == [2] })
      #expect(recorder.exchange.uploads.first?.total == nil)
      source.send([3])
      source.finish()
      #expect(await recorder.waits { $0.ends == 1 })
      let received = try fixture.received("/size")
      #expect(received.body == [1, 2, 3])
      #expect(received.values(of: "Transfer-Encoding") == ["chunked"])
      #expect(received.field("Content-Length") == nil)
      #expect(recorder.exchange.text == "3")
      #expect(
        recorder.exchange.uploads.last == TransferProgress(completed: 3, total: 3))
    }

    @Test("content whose length was told has it, though it takes its time")
    func withLength() async throws {
      let source = Source()
      let recorder = ExchangeRecorder()
      let request = try fixture.request(.put, "/size")
      _ = recorder.observe(fixture.transport.send(request, body: .once(length: 3, source.signal)))
      for byte: UInt8 in 1...3 {
        source.send([byte])
        #expect(await recorder.waits { $0.uploads.last?.completed == Int(byte) })
      }
      source.finish()
      #expect(await recorder.waits { $0.ends == 1 })
      let received = try fixture.received("/size")
      #expect(received.body == [1, 2, 3])
      #expect(received.values(of: "Content-Length") == ["3"])
    }

    @Test("what is pushed faster than it is taken arrives whole")
    func pushed() async throws {
      let source = Source()
      let recorder = ExchangeRecorder()
      let request = try fixture.request(.post, "/size")
      _ = recorder.observe(
        fixture.transport.send(request, body: .once(length: nil, source.signal)))
      let part = bytes(300_000)
      for _ in 0..<10 { source.send(part) }
      source.finish()
      #expect(await recorder.waits { $0.ends == 1 })
      #expect(try fixture.received("/size").body == Array(repeatElement(part, count: 10).joined()))
    }

    @Test(
      "content that fails, or has another length than was told, fails the exchange",
      arguments: ["fails", "short", "long"])
    func failing(_ way: String) async throws {
      let source = Source()
      let recorder = ExchangeRecorder()
      let request = try fixture.request(.post, "/size")
      let length = way == "fails" ? nil : 4
      _ = recorder.observe(
        fixture.transport.send(request, body: .once(length: length, source.signal)))
      source.send([1, 2])
      #expect(await recorder.waits { $0.uploads.last?.completed == 2 })
      switch way {
      case "fails": source.fail(BodyFailure("no"))
      case "short": source.finish()
      default: source.send([3, 4, 5])
      }
      #expect(await recorder.waits { $0.ends == 1 })
      #expect(recorder.exchange.failure?.kind == .bodyFailed)
      #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
      #expect(fixture.server.log.requests.isEmpty)
    }

    @Test("an answer that comes before the content is taken, however large the content")
    func earlyAnswer() async throws {
      let server = try LoopbackServer(limits: ServerLimits(body: 1_000))
      let request = HTTPRequest(method: .post, url: try HTTPURL(server.url("/x")))
      let exchange = await fixture.transport
        .send(request, body: .bytes([UInt8](repeating: 7, count: 20_000_000))).exchange()
      #expect(exchange.ends == 1)
      #expect(exchange.status == 413 || exchange.failure?.kind == .connectionLost)
      #expect(exchange.uploads.last?.completed ?? 0 < 20_000_000)
    }

    @Test("content that is to be asked for first is")
    func expectation() async throws {
      let exchange = try await fixture.exchange(
        .post, "/size", [("Expect", "100-continue")], body: .bytes([1, 2, 3]))
      #expect(exchange.informational.map(\.status) == [100])
      #expect(exchange.text == "3")
      #expect(try fixture.received("/size").values(of: "Expect") == ["100-continue"])
    }

    @Test("an expectation that is refused is an answer, and the content is not sent again")
    func refusedExpectation() async throws {
      fixture.server.route("POST", "/no") { _ in .status(417) }
      for _ in 0..<2 {
        let exchange = try await fixture.exchange(
          .post, "/no", [("Expect", "100-continue")], body: .bytes([1]))
        #expect(exchange.status == 417)
        #expect(exchange.failure == nil)
        #expect(exchange.heads.count == 1)
      }
      #expect(fixture.server.log.requests.count == 2)
      let plain = try await fixture.exchange(.post, "/no", body: .bytes([1]))
      #expect(plain.status == 417)
      #expect(fixture.server.log.requests.count == 3)
    }

    /// A server that answers once, keeps the connection, and hangs up as the next request comes.
    private func hangUp() {
      fixture.server.route("*", "/keep") { _ in .text("x") }
      fixture.server.route("*", "/gone", answers: [.hangUp, .text("again")])
    }

    @Test("a kept connection that fails: what may be repeated is, with its whole content")
    func repeated() async throws {
      hangUp()
      for (method, body) in [
        (HTTPMethod.get, HTTPBody.none), (.delete, .none), (.put, .bytes(bytes(100_000))),
      ] {
        fixture.server.route("*", "/gone", answers: [.hangUp, .text("again")])
        #expect(try await fixture.exchange(.get, "/keep").text == "x")
        let exchange = try await fixture.exchange(method, "/gone", body: body)
        #expect(exchange.failure == nil, "\(method)")
        #expect(exchange.text == "again")
      }
      let puts = fixture.server.log.requests.filter { $0.method == "PUT" }
      #expect(puts.map(\.body) == [bytes(100_000), bytes(100_000)])
    }

    @Test("a kept connection that fails: a POST is sent once, with content or without")
    func postOnce() async throws {
      hangUp()
      for body in [
        HTTPBody.bytes([7]), .bytes([]), .none, .once(length: nil, .just([7])),
      ] {
        fixture.server.route("*", "/gone", answers: [.hangUp, .text("again")])
        #expect(try await fixture.exchange(.get, "/keep").text == "x")
        let count = fixture.server.log.requests(to: "/gone").count
        let exchange = try await fixture.exchange(.post, "/gone", body: body)
        #expect(exchange.failure?.kind == .connectionLost, "\(body)")
        #expect(fixture.server.log.requests(to: "/gone").count == count + 1, "\(body)")
      }
    }

    @Test("a POST that says it is idempotent is repeated")
    func postAgain() async throws {
      hangUp()
      #expect(try await fixture.exchange(.get, "/keep").text == "x")
      var request = try fixture.request(.post, "/gone")
      request.options.isIdempotent = true
      let exchange = await fixture.transport.send(request, body: .bytes([7])).exchange()
      #expect(exchange.text == "again")
      #expect(fixture.server.log.requests(to: "/gone").map(\.body) == [[7], [7]])
    }
  }
#endif
