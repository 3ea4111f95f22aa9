import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Decorators, in any order")
struct DecoratorOrderTests {
  private static let all: [TransportDecorator] = [
    .redirects, .retry(backoff: .constant(.seconds(1))), .timeout(attempt: .seconds(100)),
    .timeout(overall: .seconds(100)), .timeout(idle: .seconds(100)), .coalescing(),
    .concurrency(2), .limits(body: 100, fields: 1_000), .logging { _ in },
    .observing(ObserverProbe(), tracing: .on()), .headers(["X-One": "1"]),
    .preparing { request, _ in try request.fields.set("X-Two", "2") },
    .preparing(async: { request, _ in try request.fields.set("X-Three", "3") }),
    .authorization(.bearer("old")) { _, _ -> Signal<Credentials, TransportFailure> in
      .just(.bearer("new"))
    },
  ]

  private static func bench(_ seed: UInt64) -> Bench {
    var dice = SeededGenerator(seed: seed)
    var bench = Bench()
    bench.client.timeout = nil
    for decorator in all.shuffled(using: &dice) { bench.client = bench.client.adding(decorator) }
    return bench
  }

  private static let get = Request<String, RequestFailure>.get("x")

  @Test("an answer comes through whole, once, past a 503, a 401 and a redirect", arguments: 0..<60)
  func answers(_ seed: UInt64) throws {
    let bench = Self.bench(seed)
    bench.stub.on(.get, "/v2/x").respond(503, after: .seconds(1))
      .respond(401, after: .seconds(1)).respond(307, fields: ["Location": "/y"], text: "moved")
    bench.stub.on(.get, "/y").respond(pieces: ["a", "b", "c"], every: .seconds(1))
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(60))
    #expect(sent.values == ["abc"])
    #expect(sent.isFinished)
    #expect(bench.stub.requests.count == 4)
    let last = bench.stub.requests.last?.fields
    #expect(["X-One", "X-Two", "X-Three"].compactMap { last?[$0] } == ["1", "2", "3"])
    #expect(last?.values(of: "Authorization") == ["Bearer new"])
    #expect(last?.values(of: "traceparent").count == 1)
    try bench.time.verify()
  }

  @Test("CAN-1: a cancel reaches the transport, once, and nothing follows it", arguments: 0..<60)
  func cancels(_ seed: UInt64) throws {
    let bench = Self.bench(seed)
    bench.stub.on { _ in true }.respond(pieces: ["a", "b", "c"], every: .seconds(10))
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(Int64(seed) % 30))
    sent.cancel()
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    bench.time.advance(by: .seconds(200))
    #expect(sent.events.isEmpty)
    #expect(bench.stub.requests.count == 1)
    try bench.time.verify()
  }

  @Test("CAN-3: cancelled before it could be sent, it is not", arguments: 0..<20)
  func cancelledBefore(_ seed: UInt64) throws {
    let bench = Self.bench(seed)
    let scope = Subscription()
    scope.cancel()
    bench.client.send(Self.get).observe(in: scope) { Issue.record("\($0)") }
    bench.time.advance(by: .seconds(200))
    #expect(bench.stub.requests.isEmpty)
    try bench.time.verify()
  }

  @Test("CAN-7: a client that is let go of leaves what it sent to run", arguments: 0..<20)
  func letGo(_ seed: UInt64) throws {
    var bench: Bench? = Self.bench(seed)
    bench?.stub.on { _ in true }.respond(text: "ok", after: .seconds(10))
    let time = bench?.time
    let sent = bench?.send(Self.get)
    bench = nil
    time?.advance(by: .seconds(100))
    #expect(sent?.values == ["ok"])
  }

  @Test("a failure comes once, and tells the kind it had below", arguments: 0..<20)
  func failures(_ seed: UInt64) throws {
    let bench = Self.bench(seed)
    bench.stub.on { _ in true }.fail(.tls, after: .seconds(1))
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(200))
    #expect(sent.events.count == 1)
    #expect(TimeoutTests.kind(sent.failure) == .tls)
    #expect(bench.stub.requests.count == 1)
    try bench.time.verify()
  }
}
