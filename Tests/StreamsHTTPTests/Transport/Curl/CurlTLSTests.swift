#if os(Linux)
  import Foundation
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  /// Trust, over real TLS; where there is an `openssl` to be the server.
  @Suite(.enabled(if: TLSServer.isAvailable), .timeLimit(.minutes(1)), .serialized)
  struct CurlTLSTests {
    private let server: TLSServer

    init() throws { server = try TLSServer() }

    private func exchange(
      _ host: String = "127.0.0.1", with settings: CurlSettings
    ) async throws -> Exchange {
      let request = HTTPRequest(url: try HTTPURL("https://\(host):\(server.port)/"))
      let exchange = await CurlTransport(settings).send(request, body: .none).exchange()
      #expect(exchange.ends == 1)
      return exchange
    }

    private func settings(_ change: (inout TLSSettings) -> Void = { _ in }) -> CurlSettings {
      var settings = CurlSettings()
      settings.tls.roots = .file(path: server.certificate)
      change(&settings.tls)
      return settings
    }

    @Test("a certificate of the given roots is believed, from a file and from memory")
    func roots() async throws {
      let pem = try Data(contentsOf: URL(fileURLWithPath: server.certificate))
      for roots in [TLSSettings.Roots.file(path: server.certificate), .pem(Array(pem))] {
        let exchange = try await exchange(with: settings { $0.roots = roots })
        #expect(exchange.failure == nil)
        #expect(exchange.status == 200)
        #expect(exchange.reports.first?.timings?.tls != nil)
      }
    }

    @Test("nobody else's is: the system's roots, another root, another name, no roots")
    func refused() async throws {
      let other = try TLSServer()
      var withoutRoots = TLSSettings()
      withoutRoots.roots = .file(path: "/nowhere/at/all.pem")
      let refusals = [
        try await exchange(with: CurlSettings()),
        try await exchange(with: settings { $0.roots = .file(path: other.certificate) }),
        try await exchange("localhost", with: settings()),
        try await exchange(with: settings { $0 = withoutRoots }),
      ]
      for (index, exchange) in refusals.enumerated() {
        #expect(exchange.failure?.kind == .tls, "\(index): \(exchange)")
        #expect(exchange.heads.isEmpty)
      }
    }

    @Test("a pinned key is asked for, beside the trust and not in its place")
    func pins() async throws {
      func pinned(_ keys: [String], roots: Bool = true) -> CurlSettings {
        settings { tls in
          tls.pins = [TLSSettings.Pin(host: "127.0.0.1", keys: keys)]
          if !roots { tls.roots = .system }
        }
      }
      let (key, wrong) = (try server.publicKey(), Data(count: 32).base64EncodedString())
      #expect(try await exchange(with: pinned([wrong, key])).status == 200)
      for settings in [pinned([wrong]), pinned([]), pinned([key], roots: false)] {
        #expect(try await exchange(with: settings).failure?.kind == .tls)
      }
    }

    @Test("a server that wants to know who asks is told, or says no")
    func identity() async throws {
      let asking = try TLSServer(asksForIdentity: true)
      let request = HTTPRequest(url: try HTTPURL("https://127.0.0.1:\(asking.port)/"))
      var settings = CurlSettings()
      settings.tls.roots = .file(path: asking.certificate)
      let unknown = await CurlTransport(settings).send(request, body: .none).exchange()
      #expect(unknown.failure != nil)
      settings.tls.identity = TLSSettings.Identity(
        certificate: asking.certificate, key: asking.key)
      let known = await CurlTransport(settings).send(request, body: .none).exchange()
      #expect(known.failure == nil)
      #expect(known.status == 200)
    }

    @Test("an old version of TLS is not spoken")
    func versions() async throws {
      let old = try TLSServer(options: ["-tls1_2"])
      let request = HTTPRequest(url: try HTTPURL("https://127.0.0.1:\(old.port)/"))
      var settings = CurlSettings()
      settings.tls.roots = .file(path: old.certificate)
      #expect(
        await CurlTransport(settings).send(request, body: .none).exchange().status == 200)
      settings.tls.minimumVersion = .tls13
      let refused = await CurlTransport(settings).send(request, body: .none).exchange()
      #expect(refused.failure?.kind == .tls)
    }
  }
#endif
