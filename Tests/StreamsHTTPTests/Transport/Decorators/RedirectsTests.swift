import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Redirects")
struct RedirectsTests {
  @Test(
    "of one step go where the table says, or nowhere",
    arguments: Vectors.rows("redirect") { $0.kind != "chain" })
  func step(_ row: Vector) throws {
    let request = try Self.request(row)
    var response = HTTPResponse(
      status: HTTPStatus(row.input["status"].integer ?? 0), url: request.url)
    if let location = row.input["location"].text {
      try response.fields.set("Location", location)
    }
    let action = RedirectAction(after: response, to: request, with: Self.body(row))
    let actual: JSON =
      switch action {
      case .deliver: .object(["action": .text("deliver")])
      case .fail: .object(["action": .text("fail")])
      case .follow(let next, let keepsBody):
        .object([
          "action": .text("follow"), "url": .text(next.url.string),
          "method": .text(next.method.rawValue), "headers": Self.fields(next),
          "body": .bool(keepsBody && Self.body(row).isPresent),
        ])
      }
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test(
    "of several steps send what the table says",
    arguments: Vectors.rows("redirect") { $0.kind == "chain" })
  func chain(_ row: Vector) throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    let route = stub.on { _ in true }
    for answer in row.input["responses"].list {
      route.respond(
        HTTPStatus(answer.list.first?.integer ?? 0),
        pairs: [("Location", answer.list.last?.text ?? "")])
    }
    route.respond(200)
    let told = time.record(Redirects(stub).send(try Self.request(row), body: Self.body(row)))
    let requests = stub.exchanges.map { exchange -> JSON in
      .object([
        "method": .text(exchange.request.method.rawValue),
        "url": .text(exchange.request.url.string),
        "headers": Self.fields(exchange.request), "body": .bool(!exchange.body.isEmpty),
      ])
    }
    let isTooMany = told.failure?.kind == .tooManyRedirects
    let actual = JSON.object([
      "requests": .list(requests), "result": .text(isTooMany ? "too-many" : "final"),
    ])
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
    #expect(isTooMany != told.isFinished)
  }

  @Test("are not followed by a request that says so: the 3xx is the answer, or a failure")
  func policies() throws {
    for (policy, kind) in [
      (RedirectPolicy.deliver, nil), (.refuse, TransportFailure.Kind.redirectRefused),
      (.follow(limit: 0), .tooManyRedirects),
    ] {
      let time = TestScheduler()
      let stub = Self.moving(time)
      var request = HTTPRequest(url: try HTTPURL("https://h/a"))
      request.options.redirects = policy
      let told = time.record(Redirects(stub).send(request, body: .none))
      #expect(told.failure?.kind == kind)
      #expect(Self.statuses(told.values) == (kind == nil ? [302] : []))
      #expect(stub.requests.count == 1)
    }
  }

  @Test("are followed by every client, also where nobody asked for it")
  func client() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(307, fields: ["Location": "/b"])
    bench.stub.on(.get, "/b").respond(json: #"{"id":7,"name":"A"}"#)
    let sent = bench.send(Request<User, RequestFailure>.user(7).withResponse())
    #expect(sent.values.map(\.response.url.string) == ["https://api.example/b"])
    let kept = bench.send(.user(7).redirects(.deliver))
    guard case .status(let failure) = kept.failure else {
      Issue.record("\(kept.events)")
      return
    }
    #expect(failure.status == 307)
  }

  @Test("tear one exchange down before the next begins, and twenty thousand need no stack")
  func loop() throws {
    let sends = Counter()
    let open = Counter()
    let transport = ClosureTransport { request, _ in
      .deferred {
        let number = sends.next()
        let isLast = number > 20_000
        let fields = (try? HTTPFields(isLast ? [] : [("Location", "/\(number)")])) ?? HTTPFields()
        let head = HTTPResponse(status: isLast ? 200 : 302, fields: fields, url: request.url)
        return .just(.head(head)).append(.never()).handleEvents(onCancel: { open.next() })
      }
    }
    var request = HTTPRequest(url: try HTTPURL("https://h/a"))
    request.options.redirects = .follow(limit: .max)
    let seen = Lock<[HTTPResponse]>([])
    let subscription = Redirects(transport).send(request, body: .none).observe { event in
      if case .value(.head(let head)) = event { seen.withLock { $0.append(head) } }
    }
    #expect(seen.withLock { $0 }.map(\.url.path) == ["/20000"])
    #expect(open.value == 20_000)
    subscription.cancel()
    #expect(open.value == 20_001)
  }

  @Test("go from thread to thread, and none is lost or taken twice")
  func threads() async throws {
    let sends = Counter()
    let schedulers = (0..<3).map { DispatchScheduler(label: "hop \($0)") }
    let transport = ClosureTransport { request, _ in
      .deferred {
        let number = sends.next()
        let isLast = number > 3_000
        let fields = (try? HTTPFields(isLast ? [] : [("Location", "/\(number)")])) ?? HTTPFields()
        let head = HTTPResponse(status: isLast ? 200 : 302, fields: fields, url: request.url)
        return .just(.head(head)).receive(on: schedulers[number % 3])
      }
    }
    var request = HTTPRequest(url: try HTTPURL("https://h/a"))
    request.options.redirects = .follow(limit: .max)
    let events = try await Redirects(transport).send(request, body: .none).collect().firstValue()
    #expect(Self.statuses(events ?? []) == [200])
    #expect(sends.value == 3_001)
  }

  @Test("PRG-5: tell the progress of a body that is sent again from its own beginning")
  func progress() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.put, "/a").respond(308, pairs: [("Location", "/b")])
    stub.on(.put, "/b").respond(200)
    let request = HTTPRequest(method: .put, url: try HTTPURL("https://h/a"))
    let told = time.record(Redirects(stub).send(request, body: .bytes([1, 2])))
    let whole = TransportEvent.uploaded(TransferProgress(completed: 2, total: 2))
    #expect(told.values.dropLast() == [whole, whole])
    #expect(Self.statuses(told.values) == [200])
  }

  @Test("keep the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let violations = await TransportContract.violations(
      ofDecorator: { Redirects($0) }, request: request)
    #expect(violations.isEmpty)
  }

  // MARK: - Support

  static func moving(_ time: TestScheduler, to location: String = "/b") -> StubTransport {
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(302, pairs: [("Location", location)])
    stub.on { $0.url.path == "/b" }.respond(200, text: "b")
    return stub
  }

  static func statuses(_ events: [TransportEvent]) -> [HTTPStatus] {
    events.compactMap { if case .head(let head) = $0 { head.status } else { nil } }
  }

  private static func request(_ row: Vector) throws -> HTTPRequest {
    var request = HTTPRequest(
      method: try HTTPMethod(row.input["method"].text ?? ""),
      url: try HTTPURL(row.input["url"].text ?? ""),
      fields: try HTTPFields(row.input["headers"].pairs))
    request.options.redirects = .follow(
      limit: row.input["max"].integer ?? 20,
      downgrade: row.input["allow_downgrade"].bool ?? false)
    return request
  }

  private static func body(_ row: Vector) -> HTTPBody {
    switch row.input["body"].text {
    case "replayable": .bytes([1])
    case "once": .once(length: 1, .just([1]))
    default: .none
    }
  }

  private static func fields(_ request: HTTPRequest) -> JSON {
    .pairs(request.fields.map { ($0.name, $0.value) })
  }
}
