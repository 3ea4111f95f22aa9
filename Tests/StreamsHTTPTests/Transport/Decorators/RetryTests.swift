import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The retry decorator")
struct RetryTests {
  @Test(
    "sends as often as the table says",
    arguments: Vectors.rows("retry-eligibility") { $0.kind == "count" })
  func counts(_ row: Vector) throws {
    let limit = row.input["max_retries"].integer ?? 0
    let bench = Self.bench(.transientFailures.limited(to: limit))
    var route = bench.stub.on { _ in true }
    for outcome in row.input["outcomes"].list {
      let failure = JSON.object(
        outcome.integer == nil ? ["kind": outcome] : ["status": outcome])
      switch RetryPolicyTests.outcome(failure) {
      case .status(let status): route = route.respond(status)
      case .failure(let kind): route = route.fail(kind)
      case nil: Issue.record("no outcome \(outcome)")
      }
    }
    let sent = bench.send(try Self.request(row))
    bench.time.advance(by: .seconds(1_000))
    let status = sent.values.first?.response.status.code
    let last = row.input["outcomes"].list.prefix(bench.stub.requests.count).last
    let result = status.map { JSON.integer($0) } ?? (sent.failure == nil ? .null : last)
    let actual = JSON.object([
      "sends": .integer(bench.stub.requests.count), "result": result ?? .null,
    ])
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test(
    "RTY-12: sends once more than it retries at most, and tells every attempt",
    arguments: [0, 1, 3])
  func limit(_ retries: Int) {
    let bench = Self.bench(.transientFailures.limited(to: retries))
    bench.stub.on(.get, "/v2/users/7").respond(503, text: "busy", after: .seconds(1))
    let sent = bench.send(.user(7))
    bench.time.advance(by: .seconds(1_000))
    guard case .status(let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(bench.stub.requests.count == retries + 1)
    #expect(failure.attempts.map(\.number) == Array(1...(retries + 1)))
    #expect(failure.attempts.allSatisfy { $0.outcome == .status(503) })
    #expect(failure.body == Array("busy".utf8))
  }

  @Test("P15, LNX-2: tells the time and the cause of each attempt, without the platform's metrics")
  func history() {
    let bench = Self.bench(.transientFailures.limited(to: 2))
    bench.stub.on(.get, "/v2/users/7")
      .fail(.cannotConnect, after: .seconds(1)).respond(503, after: .seconds(2))
      .fail(.connectionLost, after: .seconds(3))
    let sent = bench.send(.user(7))
    bench.time.advance(by: .seconds(1_000))
    let attempts = sent.failure?.attempts ?? []
    #expect(
      attempts.map(\.outcome)
        == [.failure(.cannotConnect), .status(503), .failure(.connectionLost)])
    #expect(attempts.map(\.started.offset) == [.zero, .seconds(11), .seconds(33)])
    #expect(attempts.map(\.ended.offset) == [.seconds(1), .seconds(13), .seconds(36)])
  }

  @Test("RTY-5: waits what Retry-After asks for, to the instant")
  func retryAfter() {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/users/7").respond(429, fields: ["Retry-After": "30"])
      .respond(json: #"{"id":7,"name":"Ada"}"#)
    let sent = bench.send(.user(7))
    bench.time.advance(by: .milliseconds(29_999))
    #expect(bench.stub.requests.count == 1)
    bench.time.advance(by: .milliseconds(1))
    #expect(bench.stub.requests.count == 2)
    #expect(sent.values.map(\.name) == ["Ada"])
  }

  @Test("RTY-5: waits until the date of Retry-After by the wall clock it was given")
  func retryAfterDate() {
    let bench = Self.bench(wallClock: WallClock { .seconds(1_445_412_420) })
    bench.stub.on(.get, "/v2/users/7")
      .respond(503, fields: ["Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"])
    _ = bench.send(.user(7))
    bench.time.advance(by: .milliseconds(59_999))
    #expect(bench.stub.requests.count == 1)
    bench.time.advance(by: .milliseconds(1))
    #expect(bench.stub.requests.count == 2)
  }

  @Test(
    "RTY-3, RTY-4: backs off for a Retry-After that is none, and cuts one that is too long",
    arguments: [("-5", 10), ("soon", 10), ("1.5", 10), ("99999999999999999999", 300)])
  func oddRetryAfter(_ value: String, _ seconds: Int) {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/users/7").respond(503, fields: ["Retry-After": "\(value)"])
    _ = bench.send(.user(7))
    bench.time.advance(by: .seconds(seconds) - .milliseconds(1))
    #expect(bench.stub.requests.count == 1)
    bench.time.advance(by: .milliseconds(1))
    #expect(bench.stub.requests.count == 2)
  }

  @Test("RTY-10: cancelled while it waits sends nothing more")
  func cancelInWait() throws {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/users/7").respond(503)
    let sent = bench.send(.user(7))
    bench.time.advance(by: .seconds(5))
    sent.cancel()
    bench.time.advance(by: .seconds(100))
    #expect(bench.stub.requests.count == 1)
    #expect(sent.events.isEmpty)
    try bench.time.verify()
  }

  @Test("cancels an answer it does not deliver before the next attempt starts")
  func discardedAnswer() {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/x").respond(503, pieces: ["a", "b"], every: .seconds(60))
      .respond(text: "ok")
    let sent = bench.send(Request<String, RequestFailure>.get("x"))
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    bench.time.advance(by: .seconds(10))
    #expect(sent.values == ["ok"])
  }

  @Test("starts the answer anew when its body broke off")
  func brokenBody() {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/x").respond(text: "half", thenFail: .connectionLost)
      .respond(text: "whole")
    let sent = bench.send(Request<String, RequestFailure>.get("x"))
    bench.time.advance(by: .seconds(10))
    #expect(sent.values == ["whole"])
  }

  @Test("never reads a once-only body twice, whatever the failure", arguments: [true, false])
  func onceOnly(isConnected: Bool) {
    let bench = Self.bench()
    let starts = Counter()
    let body = HTTPBody.once(
      length: 1,
      .deferred {
        starts.next()
        return .just([1])
      })
    let route = bench.stub.on(.put, "/v2/x")
    if isConnected { route.respond(503) } else { route.fail(.cannotConnect) }
    _ = bench.send(Request<Void, RequestFailure>.put("x").body(body))
    bench.time.advance(by: .seconds(100))
    #expect(starts.value == 1)
    #expect(bench.stub.requests.count == 1)
  }

  @Test("sends a once-only body again when nothing has read it")
  func unreadBody() throws {
    let sends = Counter()
    let time = TestScheduler()
    let transport = ClosureTransport { request, body in
      .deferred {
        guard sends.next() > 1 else { return .fail(TransportFailure(.cannotConnect)) }
        return body.pieces().mapError { TransportFailure(.bodyFailed, $0.message) }
          .map { .chunk($0) }
      }
    }
    let retry = Retry(
      transport, policy: .transientFailures, backoff: .constant(.seconds(1)),
      context: TransportContext(scheduler: time))
    let request = HTTPRequest(method: .post, url: try HTTPURL("https://h"))
    let sent = time.record(retry.send(request, body: .once(length: 1, .just([1]))))
    time.advance(by: .seconds(5))
    #expect(sends.value == 2)
    #expect(sent.values.last == .chunk([1]))
  }

  @Test("does not repeat POST, but for a key or the caller's word; the key stays the same")
  func idempotency() {
    let requests: [(Request<Void, RequestFailure>, Int)] = [
      (.post("x", json: [1]), 1), (.post("x", json: [1]).idempotent(), 4),
      (.post("x", json: [1]).idempotent(key: "k"), 4),
    ]
    for (request, sends) in requests {
      let bench = Self.bench()
      bench.stub.on(.post, "/v2/x").fail(.connectionLost)
      _ = bench.send(request)
      bench.time.advance(by: .seconds(1_000))
      #expect(bench.stub.requests.count == sends)
      #expect(Set(bench.stub.requests).count == 1)
      let key = bench.stub.requests[0].fields["Idempotency-Key"]
      #expect(key == request.details.fields["Idempotency-Key"])
      #expect(bench.stub.exchanges.allSatisfy { $0.body == Array("[1]".utf8) })
    }
  }

  @Test("RTY-8: every attempt has the fields of the first, once each")
  func fieldsDoNotPileUp() {
    var bench = Bench()
    bench.client = bench.client.adding(.headers(["Authorization": "Bearer t"]))
      .adding(.headers(["Authorization": "Bearer t", "Accept": "a"]))
      .adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on(.get, "/v2/users/7").respond(503).respond(503).respond(200)
    _ = bench.send(.user(7))
    bench.time.advance(by: .seconds(10))
    let fields = bench.stub.requests.map(\.fields)
    #expect(fields.count == 3)
    #expect(Set(fields).count == 1)
    #expect(fields[0].values(of: "Authorization") == ["Bearer t"])
  }

  @Test("RTY-16: a decorator inside runs once per attempt, one outside once per request")
  func places() {
    var bench = Bench()
    bench.client = bench.client
      .adding(Self.counting("Inside"))
      .adding(.retry(backoff: .constant(.seconds(1))))
      .adding(Self.counting("Outside"))
    bench.stub.on(.get, "/v2/users/7").respond(503).respond(404)
    _ = bench.send(.user(7))
    bench.time.advance(by: .seconds(10))
    #expect(bench.stub.requests.map { $0.fields["Inside"] } == ["1", "2"])
    #expect(bench.stub.requests.map { $0.fields["Outside"] } == ["1", "1"])
  }

  @Test("ends at once when nothing else may help")
  func hopeless() {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/users/7").fail(.tls)
    let sent = bench.send(.user(7))
    #expect(TimeoutTests.kind(sent.failure) == .tls)
    #expect(sent.failure?.attempts.count == 1)
  }

  /// Counts the sends through it in a field.
  private static func counting(_ name: String) -> TransportDecorator {
    let count = Counter()
    return TransportDecorator { next, _ in
      ClosureTransport { request, body in
        .deferred {
          var request = request
          try? request.fields.set(name, "\(count.next())")
          return next.send(request, body: body)
        }
      }
    }
  }

  private static func request(_ row: Vector) throws -> Request<Answer, RequestFailure> {
    let method = try HTTPMethod(row.input["method"].text ?? "GET")
    var request = Request<Answer, RequestFailure>(
      RequestDetails(method: method, path: "x"), reading: .answer
    ).validate(.anyStatus)
    if row.input["opt_in"].bool == true { request = request.idempotent() }
    if row.input["idempotency_key"].bool == true { request = request.idempotent(key: "k") }
    switch row.input["body"].text {
    case "replayable": return request.body(.bytes([1]))
    case "once": return request.body(.once(length: 1, .just([1])))
    default: return request
    }
  }

  private static func bench(
    _ policy: RetryPolicy = .transientFailures, wallClock: WallClock = WallClock { .zero }
  ) -> Bench {
    var bench = Bench(wallClock: wallClock)
    bench.client.timeout = nil
    bench.client = bench.client.adding(
      .retry(policy, backoff: .linear(base: .seconds(10), max: .seconds(1_000))))
    return bench
  }
}
