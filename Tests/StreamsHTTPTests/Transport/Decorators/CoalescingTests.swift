import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Coalescing")
struct CoalescingTests {
  private static func bench() -> Bench {
    var bench = Bench()
    bench.client.timeout = nil
    bench.client = bench.client.adding(.coalescing())
    bench.stub.on { _ in true }.respond(pieces: ["a", "b", "c"], every: .seconds(1))
    return bench
  }

  private static let get = Request<String, RequestFailure>.get("x")

  @Test("equal requests on their way share one exchange, and each gets the whole answer")
  func shares() throws {
    let bench = Self.bench()
    var sent = [bench.send(Self.get)]
    for _ in 0..<5 {
      bench.time.advance(by: .milliseconds(500))
      sent.append(bench.send(Self.get))
    }
    bench.time.advance(by: .seconds(10))
    #expect(sent.allSatisfy { $0.values == ["abc"] && $0.isFinished })
    #expect(sent.allSatisfy { $0.events.first?.at.offset == .seconds(3) })
    #expect(bench.stub.requests.count == 1)
    try bench.time.verify()
  }

  @Test("a request after the end is sent, and so is one that is another")
  func others() {
    let bench = Self.bench()
    _ = bench.send(Self.get)
    _ = bench.send(Self.get.field("Accept", "a"))
    _ = bench.send(Self.get.query("a", "b"))
    bench.time.advance(by: .seconds(3))
    _ = bench.send(Self.get)
    #expect(bench.stub.requests.count == 4)
  }

  @Test("one sent from inside of the end of the exchange is not stranded")
  func fromTheEnd() {
    let bench = Self.bench()
    let client = bench.client
    let second = bench.time.record(
      client.send(Self.get).flatMap { _ in client.send(Self.get) })
    let other = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(second.values == ["abc"])
    #expect(other.values == ["abc"])
    #expect(bench.stub.requests.count == 2)
  }

  @Test("a failure is everybody's, once")
  func failure() {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/x").fail(.connectionLost, after: .seconds(1))
    let sent = (0..<3).map { _ in bench.send(Self.get) }
    bench.time.advance(by: .seconds(10))
    #expect(sent.allSatisfy { TimeoutTests.kind($0.failure) == .connectionLost })
    #expect(bench.stub.requests.count == 1)
  }

  @Test("CAN-8: the first to cancel leaves the exchange to the others, the last one cancels it")
  func cancels() throws {
    let bench = Self.bench()
    let leader = bench.send(Self.get)
    let follower = bench.send(Self.get)
    leader.cancel()
    bench.time.advance(by: .seconds(1))
    #expect(bench.stub.exchanges.map(\.ending) == [nil])
    follower.cancel()
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    let next = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(leader.events.isEmpty)
    #expect(follower.events.isEmpty)
    #expect(next.values == ["abc"])
    #expect(bench.stub.requests.count == 2)
    try bench.time.verify()
  }

  @Test("CAN-8: the leader's time-out is the leader's alone")
  func timeouts() {
    let bench = Self.bench()
    let leader = bench.send(Self.get.timeout(.seconds(1)))
    let follower = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(TimeoutTests.kind(leader.failure) == .timedOut)
    #expect(follower.values == ["abc"])
  }

  @Test("a retry does not get the answer it refused, though somebody else still reads that")
  func refusedAnswer() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(503, pieces: ["a", "b"], every: .seconds(1)).respond(text: "ok")
    let plain = Client(
      baseURL: "https://api.example/v2", transport: Coalescing(stub), scheduler: time)
    let patient = plain.adding(.retry(backoff: .constant(.milliseconds(10))))
    let reader = time.record(plain.send(Self.get))
    let others = (0..<2).map { _ in time.record(patient.send(Self.get)) }
    time.advance(by: .seconds(20))
    guard case .status(let failure) = reader.failure else {
      Issue.record("\(reader.events)")
      return
    }
    #expect(failure.body == Array("ab".utf8))
    #expect(others.allSatisfy { $0.values == ["ok"] })
    #expect(stub.exchanges.first?.ending == .finished)
    try time.verify()
  }

  @Test("an answer that comes at once is nobody else's")
  func synchronous() {
    let bench = Self.bench()
    bench.stub.on(.get, "/v2/x").respond(text: "now")
    let sent = (0..<3).map { _ in bench.send(Self.get) }
    #expect(sent.allSatisfy { $0.values == ["now"] })
    #expect(bench.stub.requests.count == 3)
  }

  @Test("who cancels from inside of what it is told hears no more, and the others do")
  func cancelInside() {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(pieces: ["a", "b"], every: .seconds(1))
    guard let url = try? HTTPURL("https://h/x") else { return }
    let exchange = Coalescing(stub).send(HTTPRequest(url: url), body: .none)
    let scope = Subscription()
    let count = Counter()
    exchange.observe(in: scope) { _ in
      count.next()
      scope.cancel()
    }
    let other = time.record(exchange)
    time.advance(by: .seconds(10))
    #expect(count.value == 1)
    #expect(other.values.count == 3)
    #expect(other.isFinished)
  }

  @Test("a thousand that come and go from several threads each get a whole answer or none")
  func threads() async {
    let pieces = (0..<20).map { [UInt8($0)] }
    let transport = ClosureTransport { request, _ in
      Signal<TransportEvent, TransportFailure>.just(
        .head(HTTPResponse(status: 200, url: request.url))
      )
      .append(.sequence(pieces.map { .chunk($0) }))
      .subscribe(on: DispatchScheduler(label: "coalescing"))
    }
    guard let url = try? HTTPURL("https://h/x") else { return }
    let exchange = Coalescing(transport).send(HTTPRequest(url: url), body: .none)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          let events = try? await exchange.collect().firstValue()
          return events?.dropFirst() == pieces.map { .chunk($0) }[...]
        }
      }
      for await isWhole in group { #expect(isWhole) }
    }
  }

  @Test("keeps the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let violations = await TransportContract.violations(
      ofDecorator: { Coalescing($0) }, request: request)
    #expect(violations.isEmpty)
  }
}
