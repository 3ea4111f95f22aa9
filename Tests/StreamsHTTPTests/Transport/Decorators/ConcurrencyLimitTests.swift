import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The concurrency limit")
struct ConcurrencyLimitTests {
  private static func bench(_ total: Int, perHost: Int? = nil) -> Bench {
    var bench = Bench()
    bench.client.timeout = nil
    bench.client = bench.client.adding(.concurrency(total, perHost: perHost))
    bench.stub.on { _ in true }.respond(text: "ok", after: .seconds(1))
    return bench
  }

  private static func get(_ path: RequestPath) -> Request<String, RequestFailure> { .get(path) }

  @Test("sends so many at a time, and each in its turn")
  func turns() throws {
    let bench = Self.bench(2)
    let sent = (0..<6).map { bench.send(Self.get("\($0)")) }
    #expect(bench.stub.requests.count == 2)
    bench.time.advance(by: .seconds(10))
    #expect(sent.allSatisfy { $0.values == ["ok"] })
    #expect(
      bench.stub.exchanges.map(\.started.offset)
        == [0, 0, 1, 1, 2, 2].map { Duration.seconds($0) })
    try bench.time.verify()
  }

  @Test("sends what is more urgent first")
  func priority() {
    let bench = Self.bench(1)
    _ = bench.send(Self.get("first"))
    _ = bench.send(Self.get("low").priority(.low))
    _ = bench.send(Self.get("normal"))
    _ = bench.send(Self.get("high").priority(.high))
    bench.time.advance(by: .seconds(10))
    #expect(
      bench.stub.requests.map(\.url.path) == ["/v2/first", "/v2/high", "/v2/normal", "/v2/low"])
  }

  @Test("counts each host and port alone")
  func hosts() {
    let bench = Self.bench(10, perHost: 1)
    for path in ["https://a/1", "https://a:443/2", "https://b/1", "https://a:444/1"] {
      _ = bench.send(Self.get(RequestPath(path)))
    }
    #expect(bench.stub.requests.count == 3)
  }

  @Test("a failure, a cancel and an end free the slot alike, before the end is told")
  func slots() throws {
    let bench = Self.bench(1)
    bench.stub.on(.get, "/v2/fails").fail(.connectionLost, after: .seconds(1))
    bench.stub.on(.get, "/v2/hangs").never()
    let client = bench.client
    // What follows inside of the end needs the slot that was held until then.
    let first = bench.time.record(
      client.send(Self.get("a")).flatMap { _ in client.send(Self.get("b")) })
    bench.time.advance(by: .seconds(2))
    #expect(first.values == ["ok"])
    let fails = bench.send(Self.get("fails"))
    let hangs = bench.send(Self.get("hangs"))
    let last = bench.send(Self.get("last"))
    bench.time.advance(by: .seconds(5))
    #expect(TimeoutTests.kind(fails.failure) == .connectionLost)
    #expect(last.events.isEmpty)
    hangs.cancel()
    bench.time.advance(by: .seconds(1))
    #expect(last.values == ["ok"])
    try bench.time.verify()
  }

  @Test(
    "CAN-3: who is cancelled while it waits is never sent, and neither is its time-out's victim")
  func waiting() throws {
    let bench = Self.bench(1)
    _ = bench.send(Self.get("a"))
    let cancelled = bench.send(Self.get("b"))
    let late = bench.send(Self.get("c").timeout(.milliseconds(500)))
    let last = bench.send(Self.get("d"))
    cancelled.cancel()
    bench.time.advance(by: .seconds(10))
    #expect(cancelled.events.isEmpty)
    #expect(TimeoutTests.kind(late.failure) == .timedOut)
    #expect(last.values == ["ok"])
    #expect(bench.stub.requests.map(\.url.path) == ["/v2/a", "/v2/d"])
    try bench.time.verify()
  }

  @Test("a request that waits for its next attempt keeps no slot")
  func retry() {
    var bench = Self.bench(1)
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(10))))
    bench.stub.on(.get, "/v2/busy").respond(503).respond(text: "late")
    let busy = bench.send(Self.get("busy"))
    let other = bench.send(Self.get("other"))
    bench.time.advance(by: .seconds(1))
    #expect(other.values == ["ok"])
    bench.time.advance(by: .seconds(10))
    #expect(busy.values == ["late"])
  }

  @Test("twenty thousand that wait and answer at once need no more stack than one")
  func stack() throws {
    let gate = PassthroughSubject<TransportEvent, TransportFailure>()
    let isFirst = Counter()
    let transport = ClosureTransport { _, _ in
      .deferred { isFirst.next() == 1 ? gate.signal : .empty() }
    }
    let request = HTTPRequest(url: try HTTPURL("https://h/x"))
    let ends = Counter()
    let limit = ConcurrencyLimit(transport, total: 1)
    for _ in 0..<20_000 {
      limit.send(request, body: .none).observe(finished: { ends.next() })
    }
    #expect(ends.value == 0)
    gate.finish()
    #expect(ends.value == 20_000)
  }

  @Test("from many threads nobody is lost, and never more run than may")
  func threads() async throws {
    let running = Lock((now: 0, most: 0))
    let transport = ClosureTransport { _, _ in
      .deferred {
        running.withLock { state in
          state.now += 1
          state.most = max(state.most, state.now)
        }
        return Signal<TransportEvent, TransportFailure>.empty()
          .subscribe(on: DispatchScheduler(label: "limit"))
          .handleEvents(onFinished: { running.withLock { $0.now -= 1 } })
      }
    }
    let request = HTTPRequest(url: try HTTPURL("https://h/x"))
    let limit = ConcurrencyLimit(transport, total: 4)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2_000 {
        group.addTask { _ = try? await limit.send(request, body: .none).firstValue() }
      }
    }
    #expect(running.withLock { $0.now } == 0)
    #expect((1...4).contains(running.withLock { $0.most }))
  }

  @Test("of less than one is reported and taken for one")
  func nonsense() throws {
    let reports = Lock<[Misuse]>([])
    let reporting = Misuse.onReport { misuse in
      if "\(misuse)".contains("ConcurrencyLimit") { reports.withLock { $0.append(misuse) } }
    }
    let bench = Self.bench(0, perHost: -3)
    reporting.cancel()
    #expect(
      reports.withLock { $0 } == [
        .countTooSmall(operator: "ConcurrencyLimit(total:)", given: 0, least: 1),
        .countTooSmall(operator: "ConcurrencyLimit(perHost:)", given: -3, least: 1),
      ])
    let sent = (0..<2).map { bench.send(Self.get("\($0)")) }
    #expect(bench.stub.requests.count == 1)
    bench.time.advance(by: .seconds(10))
    #expect(sent.allSatisfy { $0.values == ["ok"] })
  }

  @Test("keeps the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let violations = await TransportContract.violations(
      ofDecorator: { ConcurrencyLimit($0, total: 1) }, request: request)
    #expect(violations.isEmpty)
  }
}
