#if os(Linux)
  import Testing

  @testable import StreamsHTTP

  /// What libcurl is told about a request.
  @Suite("A request, as libcurl is told it") struct CurlPlanTests {
    private func plan(
      _ method: HTTPMethod = .get, _ fields: [(String, String)] = [], body: HTTPBody = .none,
      options: RequestOptions = RequestOptions(), url: String = "http://h/"
    ) throws -> CurlPlan {
      let request = HTTPRequest(
        method: method, url: try HTTPURL(url), fields: try HTTPFields(fields), options: options)
      return try CurlPlan(request, body: body, decodes: true)
    }

    private func lines(_ plan: CurlPlan) -> [String] {
      plan.lines.map { line in
        String(decoding: line.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }

    @Test("fields go out in order, one line each, but for cookies; an empty value is written so")
    func fields() throws {
      let plan = try plan(
        .get, [("B", "2"), ("Cookie", "a=1"), ("b", "3"), ("E", ""), ("Cookie", "b=2")])
      #expect(
        lines(plan) == [
          "B: 2", "b: 3", "E;", "Cookie: a=1; b=2", "Accept-Encoding: gzip, deflate", "Expect:",
        ])
    }

    @Test("a character is an octet")
    func octets() throws {
      let line = try #require(try plan(.get, [("N", "\u{FC}")]).lines.first)
      #expect(line == [0x4E, 0x3A, 0x20, CChar(bitPattern: 0xFC), 0])
    }

    @Test("what the request says of codings and expectations stands")
    func own() throws {
      let own = [("Accept-Encoding", "br"), ("Expect", "100-continue"), ("Content-Type", "a/b")]
      let plan = try plan(.post, own, body: .bytes([1]))
      #expect(lines(plan) == ["Accept-Encoding: br", "Expect: 100-continue", "Content-Type: a/b"])
    }

    @Test("a part of a representation is asked for uncoded")
    func range() throws {
      #expect(lines(try plan(.get, [("Range", "bytes=1-")])).contains("Accept-Encoding: identity"))
    }

    @Test("content without a type is bytes, and content is announced where it is expected")
    func content() throws {
      let put = try plan(.put, body: .bytes([]))
      #expect(lines(put).contains("Content-Type: application/octet-stream"))
      #expect(put.sendsContent)
      for method: HTTPMethod in [.post, .put, .patch] {
        #expect(try plan(method).sendsContent)
      }
      for method: HTTPMethod in [.get, .delete, .head, .options] {
        #expect(try !plan(method).sendsContent)
      }
    }

    @Test("what may not be sent twice is known by its method, or by what the request says")
    func repeating() throws {
      #expect(try !plan(.post).mayRepeat)
      #expect(try !plan(.patch, body: .bytes([1])).mayRepeat)
      #expect(try plan(.post, options: RequestOptions(isIdempotent: true)).mayRepeat)
      for method: HTTPMethod in [.get, .delete, .put] { #expect(try plan(method).mayRepeat) }
    }

    @Test("pins are for a host, or for a domain at the border of its labels")
    func pins() {
      var tls = TLSSettings()
      tls.pins = [
        TLSSettings.Pin(host: "A.org", keys: ["k1", "k2"]),
        TLSSettings.Pin(host: "b.org", coversSubdomains: true, keys: ["k3"]),
      ]
      #expect(tls.pinnedKeys(of: "a.org") == "sha256//k1;sha256//k2")
      #expect(tls.pinnedKeys(of: "x.a.org") == nil)
      #expect(tls.pinnedKeys(of: "b.org") == "sha256//k3")
      #expect(tls.pinnedKeys(of: "x.b.org") == "sha256//k3")
      #expect(tls.pinnedKeys(of: "xb.org") == nil)
    }

    @Test("a password of a key, or of a proxy, is not shown", arguments: ["http://", ""])
    func secrets(_ scheme: String) {
      var settings = CurlSettings()
      settings.proxy = .address("\(scheme)ada:hush@proxy.example:3128")
      settings.tls.identity = TLSSettings.Identity(certificate: "c.pem", password: "hush")
      var dumped = ""
      dump(settings, to: &dumped)
      #expect(!"\(settings)\(String(reflecting: settings))\(dumped)".contains("hush"))
    }
  }
#endif
