#if os(Linux)
  import Foundation
  import Streams
  import StreamsHTTP
  import StreamsHTTPTesting
  import Testing

  /// A server that nobody here wrote; where it is installed.
  @Suite(.enabled(if: NginxServer.isThere), .timeLimit(.minutes(10)), .serialized)
  struct NginxTests {
    private let server: NginxServer

    init() throws { server = try .pages() }

    private func exchange(
      _ transport: any Transport, _ target: String, method: HTTPMethod = .get,
      _ fields: [(String, String)] = [], body: HTTPBody = .none, isSecure: Bool = false
    ) async throws -> Exchange {
      let origin =
        isSecure ? "https://127.0.0.1:\(server.secure)" : "http://127.0.0.1:\(server.plain)"
      let request = HTTPRequest(
        method: method, url: try HTTPURL(origin + target), fields: try HTTPFields(fields))
      let exchange = await transport.send(request, body: body).exchange()
      #expect(exchange.orderViolations == [])
      #expect(exchange.ends == 1)
      return exchange
    }

    private func secureTransport(_ http2: CurlSettings.HTTP2) -> CurlTransport {
      var settings = CurlSettings()
      settings.http2 = http2
      settings.tls.roots = .file(path: server.certificate)
      return CurlTransport(settings)
    }

    @Test("requests one after another go over one connection", arguments: Wire.all)
    func keepAlive(_ wire: Wire) async throws {
      let transport = wire.transport()
      var connections: Set<String> = []
      for _ in 0..<20 { connections.insert(try await exchange(transport, "/connection").text) }
      #expect(connections.count == 1)
    }

    @Test(
      "a server that closes after each answer costs connections and no answer", arguments: Wire.all)
    func closing(_ wire: Wire) async throws {
      let transport = wire.transport()
      var connections: Set<String> = []
      for _ in 0..<20 {
        let exchange = try await exchange(transport, "/once")
        #expect(exchange.status == 200)
        connections.insert(exchange.text)
      }
      #expect(connections.count == 20)
    }

    @Test(
      "content comes with its coding undone, also when the coding was asked for",
      arguments: Wire.all)
    func gzip(_ wire: Wire) async throws {
      #expect(try await exchange(wire.transport(), "/text").text == "0123456789")
      guard wire == .curl else { return }
      let asked = try await exchange(wire.transport(), "/text", [("Accept-Encoding", "gzip")])
      #expect(asked.heads.first?.fields["Content-Encoding"] == "gzip")
      #expect(asked.text == "0123456789")
    }

    @Test("content in chunks comes whole", arguments: Wire.all)
    func chunked(_ wire: Wire) async throws {
      let exchange = try await exchange(
        wire.transport(), "/chunked", [("Accept-Encoding", "identity")])
      #expect(exchange.heads.first?.fields["Transfer-Encoding"] == "chunked")
      #expect(exchange.heads.first?.fields["Content-Length"] == nil)
      #expect(exchange.text == "0123456789")
    }

    @Test("a range is a part, and one that is not there is said to be none", arguments: Wire.all)
    func ranges(_ wire: Wire) async throws {
      let part = try await exchange(wire.transport(), "/digits.txt", [("Range", "bytes=2-5")])
      #expect(part.status == 206)
      #expect(part.text == "2345")
      #expect(part.heads.first?.fields["Content-Range"] == "bytes 2-5/10")
      let none = try await exchange(wire.transport(), "/digits.txt", [("Range", "bytes=90-")])
      #expect(none.status == 416)
      #expect(none.failure == nil)
    }

    @Test("304 and HEAD end without content, and their connection goes on", arguments: Wire.all)
    func withoutContent(_ wire: Wire) async throws {
      let transport = wire.transport()
      let head = try await exchange(transport, "/digits.txt", method: .head)
      #expect(head.heads.first?.fields["Content-Length"] == "10")
      #expect(head.body.isEmpty)
      let tag = try #require(head.heads.first?.fields["ETag"])
      let same = try await exchange(transport, "/digits.txt", [("If-None-Match", tag)])
      #expect(same.status == 304)
      #expect(same.body.isEmpty)
      #expect(try await exchange(transport, "/digits.txt").text == "0123456789")
    }

    @Test("content goes up, of known length and in chunks", arguments: Wire.all)
    func uploads(_ wire: Wire) async throws {
      let bytes = someBytes(3_000_000)
      let known = try await exchange(
        wire.transport(), "/upload", method: .post, body: .bytes(bytes))
      #expect(known.text == "3000000")
      let pieces = Signal<[UInt8], BodyFailure>.sequence([[1, 2], [3]])
      let streamed = try await exchange(
        wire.transport(), "/upload", method: .post, body: .once(length: 3, pieces))
      #expect(streamed.text == "3")
    }

    @Test("an answer that comes before the content has gone up is the answer", arguments: Wire.all)
    func earlyAnswer(_ wire: Wire) async throws {
      let refused = try await exchange(
        wire.transport(), "/small", method: .post, body: .bytes(someBytes(2_000_000)))
      #expect(refused.status == 413, "\(String(describing: refused.failure))")
    }

    @Test("a redirect is an answer like any other", arguments: Wire.all)
    func redirect(_ wire: Wire) async throws {
      let moved = try await exchange(wire.transport(), "/moved")
      #expect(moved.status == 302)
    }

    @Test("over TLS HTTP/1.1 keeps its connection")
    func secure() async throws {
      let transport = secureTransport(.never)
      var connections: Set<String> = []
      for _ in 0..<10 {
        let exchange = try await exchange(transport, "/connection", isSecure: true)
        #expect(exchange.reports.first?.httpVersion == "HTTP/1.1")
        connections.insert(exchange.text)
      }
      #expect(connections.count == 1)
    }

    @Test("where the server offers HTTP/2 many requests share one connection")
    func http2() async throws {
      let transport = secureTransport(.whenOffered)
      let first = try await exchange(transport, "/connection", isSecure: true)
      #expect(first.reports.first?.httpVersion == "HTTP/2")
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<64 {
          group.addTask { try await exchange(transport, "/connection", isSecure: true).text }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(texts == [first.text])
      let text = try await exchange(transport, "/text", isSecure: true)
      #expect(text.text == "0123456789")
      let part = try await exchange(
        transport, "/digits.txt", [("Range", "bytes=2-5")], isSecure: true)
      #expect(part.text == "2345")
      // A large one is answered early, which libcurl before 8 can lose: see `CurlSettings.HTTP2`.
      let body = HTTPBody.bytes(someBytes(300))
      let upload = try await exchange(
        transport, "/upload", method: .post, body: body, isSecure: true)
      #expect(upload.text == "300")
    }
  }

  /// The contract with a real nginx in between, in the clear and over TLS.
  @Suite(.enabled(if: NginxServer.standsBetween), .timeLimit(.minutes(10)), .serialized)
  struct NginxContractTests {
    @Test("is kept through an nginx", arguments: Wire.all)
    func plain(_ wire: Wire) async throws {
      let kit = try LoopbackServer()
      let server = try NginxServer.before(kit.port)
      let address = "http://127.0.0.1:\(server.plain)"
      #expect(
        await TransportContract.violations(of: wire.transport(), asking: kit, at: address) == [])
    }

    @Test("is kept over TLS")
    func secure() async throws {
      let kit = try LoopbackServer()
      let server = try NginxServer.before(kit.port)
      var settings = CurlSettings()
      settings.tls.roots = .file(path: server.certificate)
      let address = "https://127.0.0.1:\(server.secure)"
      let transport = CurlTransport(settings)
      #expect(
        await TransportContract.violations(of: transport, asking: kit, at: address) == [])
    }
  }

  /// A proof that says it ran with nginx did.
  @Test(
    "nginx is there where it is demanded",
    .enabled(if: ProcessInfo.processInfo.environment["STREAMS_REQUIRE_NGINX"] != nil))
  func nginxIsThere() {
    #expect(NginxServer.isThere)
    #expect(NginxServer.standsBetween)
  }
#endif
