#if os(Linux)
  import Foundation
  import Streams
  import StreamsHTTPTesting
  import Testing

  @testable import StreamsHTTP

  @Suite("Pinned keys") struct PinnedKeysTests {
    private let key = Data(count: 32).base64EncodedString()

    private func settings(_ host: String, subdomains: Bool = false, _ keys: [String]) -> TLSSettings
    {
      var tls = TLSSettings()
      tls.pins = [TLSSettings.Pin(host: host, coversSubdomains: subdomains, keys: keys)]
      return tls
    }

    @Test(
      "hold for their host however it is written",
      arguments: [
        ("example.org", "https://example.org/"), ("example.org", "https://EXAMPLE.org/"),
        ("example.org", "https://example.org./"), ("Example.ORG.", "https://example.org/"),
        ("xn--bcher-kva.example", "https://xn--bcher-kva.example/"),
        ("::1", "https://[::1]/"), ("[::1]", "https://[0:0:0:0:0:0:0:1]/"),
        ("127.0.0.1", "https://127.0.0.1:8443/"), ("127.0.0.1", "https://127.1/"),
        ("127.0.0.1", "https://127.0.0.1./"), ("127.0.0.1", "https://2130706433/"),
      ])
    func covered(_ pinned: String, _ url: String) throws {
      let host = try HTTPURL(url).host
      #expect(settings(pinned, [key]).pinnedKeys(of: host) == "sha256//\(key)")
      #expect(settings(pinned, [key]).pinFault(for: host) == nil)
    }

    @Test(
      "hold for no other host",
      arguments: [
        ("example.org", false, "badexample.org"), ("example.org", true, "badexample.org"),
        ("example.org", false, "www.example.org"), ("www.example.org", true, "example.org"),
        ("0.0.1", true, "127.0.0.1"), ("::1", true, "[::2]"), ("127.0.0.1", true, "127.0.0.2"),
      ])
    func uncovered(_ pinned: String, _ subdomains: Bool, _ host: String) {
      #expect(settings(pinned, subdomains: subdomains, [key]).pinnedKeys(of: host) == nil)
      #expect(settings(pinned, subdomains: subdomains, [key]).pinFault(for: host) == nil)
    }

    @Test("hold below a domain where they are said to, with the dot of the root too")
    func subdomains() {
      for host in ["a.example.org", "b.a.example.org", "a.example.org.", "example.org"] {
        #expect(settings("example.org", subdomains: true, [key]).pinnedKeys(of: host) != nil)
      }
    }

    @Test(
      "that name no host fail every exchange over TLS",
      arguments: [
        "https://example.org", "example.org:443", " example.org", "*.example.org", "",
        "b\u{FC}cher.example", "a..b", "..", "a/b",
      ])
    func noHost(_ pinned: String) async throws {
      #expect(settings(pinned, [key]).pinFault(for: "elsewhere.example") != nil)
      var curl = CurlSettings()
      curl.tls = settings(pinned, [key])
      let server = try LoopbackServer()
      server.route("GET", "/") { _ in .text("ok") }
      let transport = CurlTransport(curl)
      let secure = HTTPRequest(url: try HTTPURL("https://127.0.0.1:\(server.port)/"))
      let refused = await transport.send(secure, body: .none).exchange()
      #expect(refused.failure?.kind == .tls)
      #expect(refused.failure?.request == secure)
      #expect(server.log.connections.isEmpty)
      let plain = HTTPRequest(url: try HTTPURL(server.url()))
      #expect(await transport.send(plain, body: .none).exchange().text == "ok")
    }

    @Test("that are no keys, or none, fail the exchanges with their host only")
    func noKey() {
      let short = Data(count: 31).base64EncodedString()
      for keys in [[], [short], ["sha256/\(key)"], [key, "k"], [""]] {
        #expect(settings("example.org", keys).pinFault(for: "example.org.") != nil)
        #expect(settings("example.org", keys).pinFault(for: "example.com") == nil)
      }
      var tls = settings("example.org", [key])
      tls.pins.append(TLSSettings.Pin(host: "example.org", keys: []))
      #expect(tls.pinFault(for: "example.org") != nil)
    }
  }
#endif
