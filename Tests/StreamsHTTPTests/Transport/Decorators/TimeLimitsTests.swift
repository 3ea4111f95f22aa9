import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The time limits")
struct TimeLimitsTests {
  private static func bench(_ decorators: TransportDecorator...) -> Bench {
    var bench = Bench()
    bench.client.timeout = nil
    for decorator in decorators { bench.client = bench.client.adding(decorator) }
    return bench
  }

  private static let get = Request<String, RequestFailure>.get("x")

  @Test("of an attempt end it to the instant, cancelled, and a retry tries again")
  func attempt() throws {
    let bench = Self.bench(.timeout(attempt: .seconds(3)), .retry(backoff: .constant(.seconds(1))))
    bench.stub.on(.get, "/v2/x").never().respond(text: "ok", after: .seconds(2))
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(sent.values == ["ok"])
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled, .finished])
    #expect(bench.stub.exchanges.map(\.started.offset) == [.zero, .seconds(4)])
    #expect(bench.stub.exchanges.first?.ended?.offset == .seconds(3))
    try bench.time.verify()
  }

  @Test("RTY-14: of a request count its attempts and its waits, and nothing is sent after them")
  func overall() throws {
    let bench = Self.bench(
      .retry(backoff: .constant(.seconds(3))), .timeout(overall: .seconds(10)))
    bench.stub.on(.get, "/v2/x").fail(.connectionLost, after: .seconds(3))
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(100))
    #expect(TimeoutTests.kind(sent.failure) == .timedOut)
    #expect(sent.events.map(\.at.offset) == [.seconds(10)])
    #expect(bench.stub.exchanges.map(\.started.offset) == [.zero, .seconds(6)])
    try bench.time.verify()
  }

  @Test("RTY-14: without a retry they hold, too")
  func overallAlone() {
    let bench = Self.bench(.timeout(overall: .seconds(10)))
    bench.stub.on(.get, "/v2/x").never()
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(TimeoutTests.kind(sent.failure) == .timedOut)
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
  }

  @Test("of silence begin anew with each event: a slow answer passes, one that stalls does not")
  func idle() {
    for (interval, passes) in [(Duration.seconds(4), true), (.seconds(6), false)] {
      let bench = Self.bench(.timeout(idle: .seconds(5)))
      bench.stub.on(.get, "/v2/x").respond(pieces: ["a", "b", "c"], every: interval)
      let sent = bench.send(Self.get)
      bench.time.advance(by: .seconds(100))
      #expect(sent.values == (passes ? ["abc"] : []))
      #expect(TimeoutTests.kind(sent.failure) == (passes ? nil : .timedOut))
      if !passes { #expect(sent.events.map(\.at.offset) == [.seconds(5)]) }
    }
  }

  @Test("CAN-14: end with their request")
  func ended() throws {
    let bench = Self.bench(.timeout(attempt: .seconds(10), idle: .seconds(10)))
    bench.stub.on(.get, "/v2/x").respond(text: "ok", after: .seconds(5))
    let first = bench.send(Self.get)
    bench.time.advance(by: .seconds(6))
    let second = bench.send(Self.get)
    bench.time.advance(by: .seconds(6))
    #expect(first.values == ["ok"])
    #expect(second.values == ["ok"])
    try bench.time.verify()
  }

  @Test("say which of them it was")
  func words() {
    let bench = Self.bench(.timeout(attempt: .seconds(10), idle: .seconds(2)))
    bench.stub.on(.get, "/v2/x").never()
    let sent = bench.send(Self.get)
    bench.time.advance(by: .seconds(2))
    #expect("\(String(describing: sent.failure))".contains("nothing happened for 2.0 seconds"))
  }

  @Test("keep the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let context = TransportContext(scheduler: TestScheduler())
    let violations = await TransportContract.violations(
      ofDecorator: {
        TimeLimits($0, total: .seconds(1), idle: .seconds(1), context: context)
      }, request: request)
    #expect(violations.isEmpty)
  }
}
