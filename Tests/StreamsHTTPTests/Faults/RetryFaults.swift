import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that retrying in other request layers has had.
@Suite("Retry faults")
struct RetryFaults {
  private static func bench(_ decorators: TransportDecorator...) -> Bench {
    var bench = Bench()
    for decorator in decorators { bench.client = bench.client.adding(decorator) }
    return bench
  }

  /// Changes the words of failures and puts its own request in, as wrapping layers do.
  private static let wrapping = TransportDecorator { next, _ in
    ClosureTransport { request, body in
      next.send(request, body: body).mapError {
        TransportFailure($0.kind, "wrapped: \($0.message)", request: request)
      }
    }
  }

  @Test("RTY-9: a failure keeps its kind through layers, and is retried", arguments: [0, 1, 2])
  func wrapped(_ layers: Int) {
    var bench = Bench()
    for _ in 0..<layers { bench.client = bench.client.adding(Self.wrapping) }
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on(.get, "/v2/users/7").fail(.connectionLost).respond(json: #"{"id":7,"name":"A"}"#)
    let sent = bench.send(.user(7))
    bench.time.advance(by: .seconds(1))
    #expect(sent.values.count == 1)
    #expect(bench.stub.requests.count == 2)
  }

  @Test("RTY-13: a key outside of retry is one a call; one inside is one an attempt")
  func keys() {
    let count = Counter()
    let keys = TransportDecorator { next, _ in
      ClosureTransport { request, body in
        var request = request
        try? request.fields.set("Idempotency-Key", "\(count.next())")
        return next.send(request, body: body)
      }
    }
    let retry = TransportDecorator.retry(.transientFailures, backoff: .constant(.seconds(1)))
    for (bench, wanted) in [
      (Self.bench(retry, keys), ["1", "1", "2", "2"]),
      (Self.bench(keys, retry), ["3", "4", "5", "6"]),
    ] {
      bench.stub.on(.post, "/v2/x").respond(503).respond(200).respond(503).respond(200)
      for _ in 0..<2 {
        _ = bench.send(Request<Void, RequestFailure>.post("x").idempotent())
        bench.time.advance(by: .seconds(1))
      }
      #expect(bench.stub.requests.map { $0.fields["Idempotency-Key"] } == wanted)
    }
  }

  @Test(
    "RTY-3, RTY-4, RTY-5: Retry-After in every shape waits as it says, or as the backoff does",
    arguments: [
      ("0", 0), ("-5", 7), ("soon", 7), ("", 7), ("3", 3), ("99999999999999999999999", 300),
      ("Thu, 01 Jan 1970 00:00:10 GMT", 0), ("Thu, 01 Jan 1970 00:01:50 GMT", 10),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 300), ("5, 5", 7),
    ])
  func waits(_ value: String, _ seconds: Int) {
    var bench = Bench(wallClock: WallClock { .seconds(100) })
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(7))))
    bench.client.timeout = nil
    bench.stub.on(.get, "/v2/users/7").respond(503, pairs: [("Retry-After", value)])
      .respond(json: #"{"id":7,"name":"A"}"#)
    let sent = bench.send(.user(7))
    if seconds > 0 {
      bench.time.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(sent.events.isEmpty)
      bench.time.advance(by: .milliseconds(1))
    }
    #expect(sent.values.count == 1)
  }

  @Test("RTY-10: cancelled from anywhere inside of the decision, it sends nothing more")
  func cancelInTheDecision() throws {
    let scope = Subscription()
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/x").respond(503)
    // The wall clock is asked while the wait is decided on.
    let clock = WallClock {
      scope.cancel()
      return .zero
    }
    let client = Client(baseURL: "https://h", transport: stub, scheduler: time, wallClock: clock)
      .adding(.retry(backoff: .constant(.zero)))
    client.send(Request<Void, RequestFailure>.get("x")).observe(in: scope) {
      Issue.record("\($0)")
    }
    time.advance(by: .seconds(100))
    #expect(stub.requests.count == 1)
    #expect(stub.exchanges.map(\.ending) == [.cancelled])
    try time.verify()
  }

  @Test("A thousand requests at once each retry on their own")
  func crowd() throws {
    let bench = Self.bench(
      .retry(.transientFailures, backoff: .constant(.milliseconds(3))), .headers(["A": "b"]))
    for id in 0..<1_000 {
      bench.stub.on(.get, "/v2/users/\(id)").respond(503, after: .milliseconds(5))
        .respond(json: #"{"id":\#(id),"name":"A"}"#, after: .milliseconds(id))
    }
    let sent = (0..<1_000).map { bench.send(.user($0)) }
    bench.time.advance(by: .seconds(2))
    #expect(sent.map { $0.values.map(\.id) } == (0..<1_000).map { [$0] })
    #expect(bench.stub.requests.count == 2_000)
    try bench.time.verify()
  }
}
