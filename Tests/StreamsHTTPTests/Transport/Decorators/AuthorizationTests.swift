import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Authorization")
struct AuthorizationTests {
  @Test("a thousand requests meet a 401 together: one refresh, a thousand replays")
  func thousand() throws {
    let bench = TokenBench()
    let sent = (0..<1_000).map { bench.get("\($0)") }
    bench.time.advance(by: .seconds(3))
    #expect(sent.allSatisfy { $0.values == ["ok"] && $0.isFinished })
    #expect(bench.refreshes == 1)
    #expect(bench.stub.requests.count == 2_001)
    try bench.time.verify()
  }

  @Test("a thousand requests from many threads: one refresh, and nobody is left waiting")
  func threads() async throws {
    let refreshes = Counter()
    let queue = DispatchScheduler(label: "authorization")
    let transport = ClosureTransport { request, _ in
      .deferred {
        let isGood = request.fields["Authorization"] == "Bearer t1"
        return .just(.head(HTTPResponse(status: isGood ? 200 : 401, url: request.url)))
          .receive(on: queue)
      }
    }
    let request = HTTPRequest(url: try HTTPURL("https://h/x"))
    let context = TransportContext(scheduler: queue, baseURL: request.url)
    let authorization = Authorization(
      transport, .bearer("t0"), limit: .seconds(600), context: context
    ) { _, _ in
      Signal<Credentials, TransportFailure>(
        async: { () async throws(TransportFailure) in
          refreshes.next()
          return .bearer("t1")
        })
    }
    await withTaskGroup(of: HTTPStatus?.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          let events = try? await authorization.send(request, body: .none).collect().firstValue()
          return RedirectsTests.statuses(events ?? []).last
        }
      }
      for await status in group { #expect(status == 200) }
    }
    #expect(refreshes.value == 1)
  }

  @Test("PRG-5: tells that the progress of a body counts anew")
  func progress() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(401)
    stub.on { $0.fields["Authorization"] == "Bearer t1" }.respond(200)
    let request = HTTPRequest(method: .put, url: try HTTPURL("https://h/x"))
    let context = TransportContext(scheduler: time, baseURL: request.url)
    let authorization = Authorization(stub, .bearer("t0"), context: context) {
      _, _ -> Signal<Credentials, TransportFailure> in .just(.bearer("t1"))
    }
    let told = time.record(authorization.send(request, body: .bytes([1, 2])))
    let whole = TransportEvent.uploaded(TransferProgress(completed: 2, total: 2))
    let attempt = Attempt(number: 1, started: .zero, ended: .zero, outcome: .status(401))
    #expect(told.values.dropLast() == [whole, .retrying(after: attempt), whole])
  }

  @Test("asks for credentials before the first request when there are none")
  func none() {
    let bench = TokenBench(first: nil)
    let sent = (0..<3).map { bench.get("\($0)") }
    bench.time.advance(by: .seconds(2))
    #expect(sent.allSatisfy { $0.values == ["ok"] })
    #expect(bench.tokens == ["t1", "t1", "t1"])
    #expect(bench.refreshes == 1)
  }

  @Test("tells that an exchange begins anew, and the history names the refusal")
  func history() {
    let bench = TokenBench(refreshed: ["t2"])
    bench.stub.on { $0.fields["Authorization"] == "Bearer t2" }.respond(404, after: .seconds(1))
    let sent = bench.get()
    bench.time.advance(by: .seconds(10))
    let attempts = sent.failure?.attempts ?? []
    #expect(attempts.map(\.outcome) == [.status(401), .status(404)])
    #expect(attempts.map(\.started.offset) == [.zero, .seconds(2)])
    #expect(attempts.first?.ended.offset == .seconds(1))
  }

  @Test("replays a body that can be produced again; a 401 is the answer where it cannot")
  func bodies() {
    for (body, wanted) in [
      (HTTPBody.bytes([7]), ["ok"]), (.once(length: 1, .just([7])), []),
    ] {
      let bench = TokenBench()
      bench.stub.on(.put, "/v2/x").respond(401).respond(text: "ok")
      let request = Request<String, RequestFailure>(
        RequestDetails(method: .put, path: "x"), reading: .decoded
      ).body(body)
      let sent = bench.bench.send(request)
      bench.time.advance(by: .seconds(10))
      #expect(sent.values == wanted)
      let puts = bench.stub.exchanges.filter { $0.request.method == .put }
      #expect(puts.count == wanted.count + 1)
      #expect(puts.allSatisfy { $0.body == [7] })
    }
  }

  @Test("a refresh that answers at once holds nothing up, and neither does one that fails at once")
  func synchronous() {
    for isGood in [true, false] {
      let refreshes = Counter()
      var bench = Bench()
      bench.stub.on { _ in true }.respond(401)
      bench.stub.on { $0.fields["Authorization"] == "Bearer new" }.respond(text: "ok")
      bench.client = bench.client.adding(
        .authorization(.bearer("old")) { _, _ -> Signal<Credentials, TransportFailure> in
          refreshes.next()
          return isGood ? .just(.bearer("new")) : .fail(TransportFailure(.connectionLost))
        })
      let sent = (0..<10).map { bench.send(Request<String, RequestFailure>.get("\($0)")) }
      #expect(sent.allSatisfy { $0.values == (isGood ? ["ok"] : []) })
      #expect(sent.allSatisfy { TimeoutTests.kind($0.failure) == (isGood ? nil : .connectionLost) })
      #expect(refreshes.value == (isGood ? 1 : 10))
    }
  }

  @Test("a refresh that takes too long, or ends without credentials, fails who waits")
  func noCredentials() {
    for refresh in [Signal<Credentials, TransportFailure>.never(), .empty()] {
      var bench = Bench()
      bench.stub.on { _ in true }.respond(401)
      bench.client = bench.client.adding(
        .authorization(.bearer("old"), limit: .seconds(5)) { _, _ in refresh })
      let sent = bench.send(Request<String, RequestFailure>.get("x"))
      bench.time.advance(by: .seconds(5))
      #expect(TimeoutTests.kind(sent.failure) == .notAuthorized)
    }
  }

  @Test("a refresh that meets a server in trouble signs nobody out; one that is refused does")
  func troubledRefresh() {
    let cases: [(HTTPStatus, TransportFailure.Kind, Remedy)] = [
      (503, .unavailable, .retry(after: nil)), (500, .unavailable, .retry(after: nil)),
      (429, .unavailable, .retry(after: nil)), (400, .notAuthorized, .signIn),
      (401, .notAuthorized, .signIn),
    ]
    for (status, kind, remedy) in cases {
      var bench = Bench()
      bench.stub.on { _ in true }.respond(401)
      bench.stub.on(.post, "/v2/token").respond(status)
      bench.client = bench.client.adding(
        .authorization(.bearer("old")) { _, client in
          client.send(Request<String, RequestFailure>.post("token")).map { .bearer($0) }
        })
      let sent = bench.send(Request<String, RequestFailure>.get("x"))
      bench.time.advance(by: .zero)
      #expect(TimeoutTests.kind(sent.failure) == kind)
      #expect(sent.failure?.remedy == remedy)
    }
  }

  @Test("a request without credentials is sent once, as it is, and its 401 is its answer")
  func withoutCredentials() {
    var bench = Bench()
    bench.stub.on { _ in true }.respond(401)
    bench.client = bench.client.adding(
      .authorization { _, _ -> Signal<Credentials, TransportFailure> in .just(.bearer("new")) }
    ).adding(.bearer("fixed"))
    let sent = bench.send(
      Request<String, RequestFailure>.post("login").withoutCredentials())
    bench.time.advance(by: .zero)
    #expect(sent.failure?.remedy == .signIn)
    #expect(bench.stub.requests.map { $0.fields["Authorization"] } == [nil])
  }

  @Test("is told which credentials were refused")
  func refused() {
    let refused = Lock<[Credentials?]>([])
    var bench = Bench()
    bench.stub.on { _ in true }.respond(401)
    bench.client = bench.client.adding(
      .authorization { old, _ -> Signal<Credentials, TransportFailure> in
        let count = refused.withLock { list in
          list.append(old)
          return list.count
        }
        return .just(.bearer("\(count)"))
      })
    for _ in 0..<2 { _ = bench.send(Request<String, RequestFailure>.get("x")) }
    #expect(refused.withLock { $0 } == [nil, .bearer("1")])
  }

  @Test("asks before a request when the credentials have expired by the wall clock")
  func expired() {
    var bench = Bench(wallClock: WallClock { .seconds(100) })
    bench.stub.on { _ in true }.respond(text: "ok")
    bench.client = bench.client.adding(
      .authorization(.bearer("old", expires: .seconds(100))) {
        _, _ -> Signal<Credentials, TransportFailure> in
        .just(.bearer("new", expires: .seconds(101)))
      })
    for _ in 0..<2 { _ = bench.send(Request<String, RequestFailure>.get("x")) }
    #expect(bench.stub.requests.map { $0.fields["Authorization"] } == ["Bearer new", "Bearer new"])
  }

  @Test("what follows inside of a refresh's answer is authorized as any request")
  func afterwards() {
    var bench = Bench()
    bench.stub.on { _ in true }.respond(401)
    bench.stub.on { $0.fields["Authorization"] == "Bearer new" }.respond(text: "ok")
    bench.client = bench.client.adding(
      .authorization(.bearer("old")) { _, _ -> Signal<Credentials, TransportFailure> in
        .just(.bearer("new"))
      })
    let client = bench.client
    let sent = bench.time.record(
      client.send(Request<String, RequestFailure>.get("x")).flatMap { _ in
        client.send(Request<String, RequestFailure>.get("y"))
      })
    #expect(sent.values == ["ok"])
    #expect(bench.stub.requests.last?.fields["Authorization"] == "Bearer new")
  }

  @Test("a 401 of whom a redirect led to refuses nothing: it was not shown the credentials")
  func elsewhere() {
    let bench = TokenBench()
    bench.stub.on(.get, "/v2/x").respond(302, fields: ["Location": "https://other.example/"])
    let sent = bench.get()
    bench.time.advance(by: .seconds(10))
    guard case .status(let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(failure.response.url.host == "other.example")
    #expect(bench.refreshes == 0)
    #expect(bench.stub.requests.last?.fields.contains("Authorization") == false)
  }

  @Test("a request's own credentials are not replaced, and their refusal is its answer")
  func own() {
    for name in ["Authorization", "X-API-Key"] {
      let refreshes = Counter()
      var bench = Bench()
      bench.stub.on { _ in true }.respond(401)
      bench.client = bench.client.adding(
        .authorization(.init(field: "X-API-Key", "ours")) {
          _, _ -> Signal<Credentials, TransportFailure> in
          refreshes.next()
          return .just(.init(field: "X-API-Key", "new"))
        })
      _ = bench.send(Request<String, RequestFailure>.get("x").field(name, "mine"))
      #expect(bench.stub.requests.map { $0.fields.map(\.value) } == [["mine"]])
      #expect(refreshes.value == 0)
    }
  }

  @Test("counts its attempts with those of a retry", arguments: [true, false])
  func attempts(_ isInside: Bool) {
    var bench = Bench()
    bench.stub.on { _ in true }.respond(503).respond(401).respond(503).respond(404)
    let authorization = TransportDecorator.authorization(.bearer("t0")) {
      _, _ -> Signal<Credentials, TransportFailure> in .just(.bearer("t1"))
    }
    let retry = TransportDecorator.retry(backoff: .constant(.seconds(1)))
    bench.client = bench.client.adding(isInside ? authorization : retry)
      .adding(isInside ? retry : authorization)
    let sent = bench.send(Request<String, RequestFailure>.get("x"))
    bench.time.advance(by: .seconds(10))
    let attempts = sent.failure?.attempts ?? []
    #expect(attempts.map(\.number) == [1, 2, 3, 4])
    #expect(attempts.map(\.outcome) == [503, 401, 503, 404].map { .status($0) })
  }

  @Test("counts its attempts with those of a retry in a failure, too", arguments: [true, false])
  func attemptsOfFailure(_ isInside: Bool) {
    var bench = Bench()
    bench.stub.on { _ in true }.respond(503).respond(401).fail(.tls)
    let authorization = TransportDecorator.authorization(.bearer("t0")) {
      _, _ -> Signal<Credentials, TransportFailure> in .just(.bearer("t1"))
    }
    let retry = TransportDecorator.retry(backoff: .constant(.seconds(1)))
    bench.client = bench.client.adding(isInside ? authorization : retry)
      .adding(isInside ? retry : authorization)
    let sent = bench.send(Request<String, RequestFailure>.get("x"))
    bench.time.advance(by: .seconds(10))
    let attempts = sent.failure?.attempts ?? []
    #expect(attempts.map(\.number) == [1, 2, 3])
    #expect(attempts.map(\.outcome) == [.status(503), .status(401), .failure(.tls)])
  }

  @Test("keeps the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let context = TransportContext(scheduler: TestScheduler(), baseURL: request.url)
    let violations = await TransportContract.violations(
      ofDecorator: { next in
        Authorization(next, .bearer("t"), context: context) {
          _, _ -> Signal<Credentials, TransportFailure> in .never()
        }
      }, request: request)
    #expect(violations.isEmpty)
  }
}
