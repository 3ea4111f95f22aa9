import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that following redirects in other request layers has had.
@Suite("Redirect faults")
struct RedirectFaults {
  /// A stub whose path `/1` leads to `/2` of the next origin, and so on; the last answers.
  private static func stub(_ time: TestScheduler, _ places: String...) -> StubTransport {
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(200, text: "data")
    for (place, next) in zip(places, places.dropFirst()) {
      stub.on { $0.url.string == place }
        .respond(302, pairs: [("location", next)], bytes: Array("moved-body".utf8))
    }
    return stub
  }

  private static func request(
    _ url: String, _ fields: [(String, String)] = []
  ) throws -> HTTPRequest {
    HTTPRequest(url: try HTTPURL(url), fields: try HTTPFields(fields))
  }

  @Test("RED-3: an origin is scheme, host and port, and what was left behind stays away")
  func origins() throws {
    for (from, to, isSame) in [
      ("https://h/a", "https://h:443/b", true),
      ("https://H.example/a", "https://h.example/b", true),
      ("http://h/a", "https://h/b", false), ("https://h/a", "https://h:444/b", false),
      ("https://h/a", "https://sub.h/b", false), ("https://h/a", "https://h.evil/b", false),
    ] {
      let time = TestScheduler()
      let stub = Self.stub(time, try HTTPURL(from).string, try HTTPURL(to).string)
      let request = try Self.request(
        from, [("Authorization", "a"), ("X-Api-Key", "b"), ("Cookie", "c"), ("X-Keep", "d")])
      _ = time.record(Redirects(stub).send(request, body: .none))
      let names = stub.requests.last?.fields.map(\.name) ?? []
      #expect(names == (isSame ? request.fields.map(\.name) : ["X-Keep"]), "\(from) \(to)")
    }
    let time = TestScheduler()
    let stub = Self.stub(time, "https://a/1", "https://b/2", "https://a/3")
    _ = time.record(
      Redirects(stub).send(try Self.request("https://a/1", [("Authorization", "x")]), body: .none))
    #expect(stub.requests.map { $0.fields.contains("Authorization") } == [true, false, false])
  }

  @Test("RED-3: what the program says is withheld stays in its origin, too")
  func withheld() throws {
    for (place, isKept) in [("https://h/b", true), ("https://other/b", false)] {
      let time = TestScheduler()
      let stub = Self.stub(time, "https://h/a", place)
      let request = try Self.request("https://h/a", [("X-Tenant", "1"), ("X-Keep", "2")])
      let redirects = Redirects(stub, withholding: ["x-TENANT"])
      let client = Client(baseURL: "https://h", transport: redirects, scheduler: time)
      _ = time.record(client.transport.send(request, body: .none))
      #expect(stub.requests.count == 2)
      #expect(stub.requests.last?.fields.contains("X-Tenant") == isKept)
      #expect(stub.requests.last?.fields.contains("X-Keep") == true)
    }
  }

  @Test("RED-15: what stands around a client's transport sees each hop, and what it answers")
  func hops() throws {
    let time = TestScheduler()
    let stub = Self.stub(time, "https://h/a", "https://h/b")
    stub.on(.get, "/a").respond(302, pairs: [("Location", "/b"), ("Set-Cookie", "s=1")])
    let jar = Lock<String?>(nil)
    let cookies = ClosureTransport { request, body in
      .deferred {
        var request = request
        if let cookie = jar.withLock({ $0 }) { try? request.fields.set("Cookie", cookie) }
        return stub.send(request, body: body).handleEvents(onValue: { event in
          guard case .head(let head) = event, let cookie = head.fields["Set-Cookie"] else { return }
          jar.withLock { $0 = cookie }
        })
      }
    }
    let client = Client(baseURL: "https://h", transport: cookies, scheduler: time)
    _ = time.record(client.send(Request<String, RequestFailure>.get("a")))
    #expect(stub.requests.map { $0.fields["Cookie"] } == [nil, "s=1"])
  }

  @Test("RED-4: in one origin credentials stay")
  func sameOrigin() throws {
    let time = TestScheduler()
    let stub = Self.stub(time, "https://h/a", "https://h/b")
    _ = time.record(
      Redirects(stub).send(try Self.request("https://h/a", [("Authorization", "x")]), body: .none))
    #expect(stub.requests.map { $0.fields["Authorization"] } == ["x", "x"])
  }

  @Test("RED-6: 307 and 308 send the same bytes again, and nothing when they cannot")
  func body() throws {
    for status: HTTPStatus in [307, 308] {
      for (body, sends) in [
        (HTTPBody.bytes(Array("abcd".utf8)), 2),
        (.once(length: 4, .just(Array("abcd".utf8))), 1),
        (.replayable(length: nil) { .just(Array("abcd".utf8)) }, 2),
      ] {
        let time = TestScheduler()
        let stub = StubTransport(scheduler: time)
        stub.on(.post, "/a").respond(status, pairs: [("Location", "/b")])
        stub.on(.post, "/b").respond(200)
        let request = HTTPRequest(method: .post, url: try HTTPURL("https://h/a"))
        let told = time.record(Redirects(stub).send(request, body: body))
        #expect(stub.exchanges.count == sends)
        #expect(stub.exchanges.allSatisfy { $0.body == Array("abcd".utf8) })
        #expect(RedirectsTests.statuses(told.values) == [sends == 2 ? 200 : status])
      }
    }
  }

  @Test("RED-7: fields of a body leave with it", arguments: [301, 302, 303])
  func bodyFields(_ status: Int) throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.post, "/a").respond(HTTPStatus(status), pairs: [("Location", "/b")])
    stub.on(.get, "/b").respond(200)
    let names = [
      "Content-Encoding", "content-language", "Content-Location", "Content-Type",
      "Content-Length", "Transfer-Encoding", "Digest", "Content-Digest", "Last-Modified", "Accept",
    ]
    let request = HTTPRequest(
      method: .post, url: try HTTPURL("https://h/a"),
      fields: try HTTPFields(names.map { ($0, "1") })
    )
    _ = time.record(Redirects(stub).send(request, body: .bytes([1])))
    #expect(stub.requests.last?.fields.map(\.name) == ["Accept"])
    #expect(stub.exchanges.last?.body == [])
  }

  @Test("RED-8: Location is found in any case", arguments: ["location", "LOCATION", "Location"])
  func fieldCase(_ name: String) throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/a").respond(302, pairs: [(name, "/ok")])
    stub.on(.get, "/ok").respond(200)
    let told = time.record(Redirects(stub).send(try Self.request("https://h/a"), body: .none))
    #expect(told.isFinished)
    #expect(stub.requests.count == 2)
  }

  @Test("RED-11: a circle ends at the limit; a path seen before on another origin is none")
  func circles() throws {
    let time = TestScheduler()
    let circle = Self.stub(time, "https://h/a", "https://h/a")
    let told = time.record(Redirects(circle).send(try Self.request("https://h/a"), body: .none))
    #expect(told.failure?.kind == .tooManyRedirects)
    #expect(circle.requests.count == 21)
    let upgrade = Self.stub(time, "http://h/a", "https://h/a")
    #expect(
      time.record(Redirects(upgrade).send(try Self.request("http://h/a"), body: .none)).isFinished)
  }

  @Test("RED-12: the body of a followed answer is nobody's; one that never ends holds nothing up")
  func movedBody() throws {
    let time = TestScheduler()
    let stub = Self.stub(time, "https://h/a", "https://h/b")
    let told = time.record(Redirects(stub).send(try Self.request("https://h/a"), body: .none))
    #expect(
      told.values.compactMap { if case .chunk(let bytes) = $0 { bytes } else { nil } }
        == [Array("data".utf8)])
    let endless = StubTransport(scheduler: time)
    endless.on(.get, "/a").respond(
      302, fields: ["Location": "/b"], pieces: Array(repeating: "x", count: 100),
      every: .seconds(1_000))
    endless.on(.get, "/b").respond(200)
    let second = time.record(Redirects(endless).send(try Self.request("https://h/a"), body: .none))
    #expect(second.isFinished)
    #expect(endless.exchanges.map(\.ending) == [.cancelled, .finished])
    try time.verify()
  }

  @Test(
    "RED-13: what is no place to go is not gone to",
    arguments: [
      "file:///etc/hostname", "data:,x", "javascript:1", "http://", "", "http://[", "ftp://h/x",
      "https://me:secret@h/x", "//", "https://h:x/",
    ])
  func noPlace(_ location: String) throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(302, pairs: [("Location", location)])
    let told = time.record(Redirects(stub).send(try Self.request("https://h/a"), body: .none))
    #expect(told.failure?.kind == .redirectRefused)
    #expect(!"\(String(describing: told.failure))".contains("secret"))
    #expect(stub.requests.count == 1)
  }

  @Test("RED-13: the caller's own name and password are not taken elsewhere by an answer")
  func names() throws {
    for (location, kind) in [
      ("https://me:pw@h/b", nil), ("/b", nil), ("https://h/b", nil),
      ("https://me:pw@other/b", TransportFailure.Kind.redirectRefused),
    ] {
      let time = TestScheduler()
      let stub = Self.stub(time, "https://me:pw@h/a", location)
      let told = time.record(
        Redirects(stub).send(try Self.request("https://me:pw@h/a"), body: .none))
      #expect(told.failure?.kind == kind)
    }
  }

  @Test("RED-13: two places in one answer are none")
  func twoPlaces() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(302, pairs: [("Location", "/b"), ("Location", "https://evil/b")])
    let told = time.record(Redirects(stub).send(try Self.request("https://h/a"), body: .none))
    #expect(told.failure?.kind == .redirectRefused)
  }

  @Test("RED-14: a cancel reaches the hop that runs, and nothing follows it")
  func cancel() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/a").respond(302, fields: ["Location": "/b"], text: "", after: .seconds(1))
    stub.on(.get, "/b").never()
    let told = time.record(Redirects(stub).send(try Self.request("https://h/a"), body: .none))
    time.advance(by: .seconds(2))
    #expect(stub.requests.count == 2)
    told.cancel()
    #expect(stub.exchanges.last?.ending == .cancelled)
    time.advance(by: .seconds(100))
    #expect(told.events.isEmpty)
    try time.verify()
  }

  @Test("RED-14: cancelled inside of the exchange that leads on, it leads nowhere")
  func cancelBetween() throws {
    let scope = Subscription()
    let sends = Counter()
    let transport = ClosureTransport { request, _ in
      .deferred {
        sends.next()
        let fields = (try? HTTPFields([("Location", "/b")])) ?? HTTPFields()
        return .just(.head(HTTPResponse(status: 302, fields: fields, url: request.url)))
          .handleEvents(onValue: { _ in scope.cancel() })
      }
    }
    Redirects(transport).send(try Self.request("https://h/a"), body: .none)
      .observe(in: scope) { Issue.record("\($0)") }
    #expect(sends.value == 1)
  }
}
