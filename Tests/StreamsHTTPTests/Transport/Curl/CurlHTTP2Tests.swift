#if os(Linux)
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  /// HTTP/2 over TLS; where there is a server that speaks it.
  @Suite(.enabled(if: TLSServer.speaksHTTP2), .timeLimit(.minutes(10)), .serialized)
  struct CurlHTTP2Tests {
    private let server: TLSServer
    private let transport: CurlTransport

    init() throws {
      server = try .http2()
      var settings = CurlSettings()
      settings.http2 = .whenOffered
      settings.tls.roots = .file(path: server.certificate)
      transport = CurlTransport(settings)
    }

    private func signal(
      _ method: HTTPMethod = .get, _ target: String, body: HTTPBody = .none
    ) throws -> Signal<TransportEvent, TransportFailure> {
      let url = try HTTPURL("https://127.0.0.1:\(server.port)\(target)")
      return transport.send(HTTPRequest(method: method, url: url), body: body)
    }

    @Test("is spoken, and told in the report with its trailers")
    func spoken() async throws {
      let exchange = try await signal(.get, "/trailers").exchange()
      #expect(exchange.failure == nil)
      #expect(exchange.text == "ok")
      #expect(exchange.reports.first?.httpVersion == "HTTP/2")
      #expect(exchange.reports.first?.trailers["x-sum"] == "7")
      #expect(try await signal(.delete, "/x").exchange().text == "DELETE /x")
    }

    @Test("many requests share one connection")
    func shared() async throws {
      let signals = try (0..<64).map { try signal(.get, "/\($0)") }
      await withTaskGroup(of: Void.self) { group in
        for (index, signal) in signals.enumerated() {
          group.addTask {
            let exchange = await signal.exchange()
            #expect(exchange.text == "GET /\(index)", "\(String(describing: exchange.failure))")
          }
        }
      }
      #expect(try await signal(.get, "/sessions").exchange().text == "1")
    }

    @Test("informational heads, large heads and large content come whole")
    func sizes() async throws {
      let early = try await signal(.get, "/early").exchange()
      #expect(early.informational.map(\.status) == [103])
      #expect(early.status == 200)
      let big = try await signal(.get, "/big").exchange()
      #expect(big.heads.first?.fields["x-big"]?.utf8.count == 40_000)
      #expect(try await signal(.get, "/large").exchange().body.count == 3_000_000)
    }

    @Test("content goes up, at once and as it comes")
    func uploads() async throws {
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(try await signal(.post, "/echo", body: .bytes(bytes)).exchange().body == bytes)
      let source = PassthroughSubject<[UInt8], BodyFailure>()
      let recorder = ExchangeRecorder()
      _ = recorder.observe(
        try signal(.post, "/echo", body: .once(length: nil, source.signal)))
      source.send([1, 2])
      #expect(await recorder.waits { $0.body == [1, 2] })
      source.send([3])
      source.finish()
      #expect(await recorder.waits { $0.ends == 1 })
      #expect(recorder.exchange.body == [1, 2, 3])
    }

    @Test("a cancelled stream is closed, and the others go on")
    func cancel() async throws {
      #expect(try await signal(.get, "/x").exchange().status == 200)
      let subscriptions = try (0..<4).map { _ in
        try signal(.get, "/silent").observe { _ in Issue.record("an event") }
      }
      #expect(try await signal(.get, "/x").exchange().status == 200)
      for subscription in subscriptions { subscription.cancel() }
      let deadline = ContinuousClock.now.advanced(by: .seconds(10))
      var closed = ""
      while closed != "4", .now < deadline {
        closed = try await signal(.get, "/closed").exchange().text
      }
      #expect(closed == "4")
    }
  }
#endif
