import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Keeps what it is told.
final class ObserverProbe: TransportObserver {
  private let told = Lock<[ObservedEvent]>([])

  var events: [ObservedEvent] { told.withLock { $0 } }

  func observe(_ event: ObservedEvent) { told.withLock { $0.append(event) } }

  /// The names of what happened to one exchange.
  func names(_ number: Int) -> [String] {
    events.filter { $0.exchange.number == number }.map { event in
      switch event.kind {
      case .began: "began"
      case .uploaded: "uploaded"
      case .informational: "informational"
      case .retrying: "retrying"
      case .head(let head): "\(head.status)"
      case .received(let bytes): "received \(bytes)"
      case .finished: "finished"
      case .failed(let failure): "\(failure.kind)"
      case .cancelled: "cancelled"
      case .report: "report"
      }
    }
  }
}

@Suite("The observing decorator")
struct ObservedTransportTests {
  @Test("tells of each exchange its beginning, what comes and one end")
  func tells() {
    let probe = ObserverProbe()
    var bench = Bench()
    bench.client = bench.client.adding(.observing(probe))
    bench.stub.on { _ in true }.respond(pieces: ["ab", "c"], every: .seconds(1))
    bench.stub.on(.get, "/v2/fails").fail(.tls)
    bench.stub.on(.post, "/v2/x").never()
    _ = bench.send(Request<String, RequestFailure>.get("x"))
    _ = bench.send(Request<String, RequestFailure>.get("fails"))
    let hangs = bench.send(Request<Void, RequestFailure>.post("x", json: [1]))
    bench.time.advance(by: .seconds(2))
    hangs.cancel()
    #expect(probe.names(1) == ["began", "200", "received 2", "received 3", "finished"])
    #expect(probe.names(2) == ["began", "no secure connection"])
    #expect(probe.names(3) == ["began", "uploaded", "cancelled"])
    #expect(probe.events.last?.elapsed == .seconds(2))
  }

  @Test("inside of retry it tells of attempts, outside of requests")
  func places() {
    let inside = ObserverProbe()
    let outside = ObserverProbe()
    var bench = Bench()
    bench.client = bench.client.adding(.observing(inside))
      .adding(.retry(backoff: .constant(.seconds(1)))).adding(.observing(outside))
    bench.stub.on { _ in true }.respond(503, text: "no").respond(text: "yes")
    _ = bench.send(Request<String, RequestFailure>.get("x"))
    bench.time.advance(by: .seconds(1))
    #expect(inside.names(1) == ["began", "503", "cancelled"])
    #expect(inside.names(2) == ["began", "200", "received 3", "finished"])
    #expect(outside.names(1) == ["began", "retrying", "200", "received 3", "finished"])
  }

  @Test("changes nothing of what passes")
  func transparent() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on { _ in true }.respond(pieces: ["a", "b"], every: .seconds(1))
    let request = HTTPRequest(url: try HTTPURL("https://h/x"))
    let context = TransportContext(scheduler: time)
    let observed = ObservedTransport(stub, observer: ObserverProbe(), context: context)
    let plain = time.record(stub.send(request, body: .none))
    let told = time.record(observed.send(request, body: .none))
    time.advance(by: .seconds(10))
    #expect(told.events == plain.events)
    #expect(Set(stub.requests).count == 1)
  }

  @Test("begins a trace, or goes on with the one a request comes with")
  func traces() throws {
    let probe = ObserverProbe()
    var bench = Bench()
    bench.client = bench.client.adding(.observing(probe, tracing: .on(chance: .seeded(3))))
    bench.stub.on { _ in true }.respond()
    let parent = TraceContext(isSampled: false, chance: .seeded(1))
    for lines in [[], [parent.field], [parent.field, parent.field], ["nonsense"]] {
      var request = Request<Void, RequestFailure>.get("x").field("tracestate", "a=b")
      for line in lines { request = request.addingField("traceparent", line) }
      _ = bench.send(request)
    }
    let exchanges = probe.events.filter { $0.kind == .began }.map(\.exchange)
    #expect(exchanges.map(\.parent) == [nil, parent, nil, nil])
    #expect(exchanges.map { $0.trace?.traceID == parent.traceID } == [false, true, false, false])
    #expect(exchanges.map { $0.trace?.isSampled } == [true, false, true, true])
    #expect(
      bench.stub.requests.map { $0.fields.values(of: "traceparent") }
        == exchanges.map { [$0.trace?.field ?? ""] })
    #expect(bench.stub.requests.map { $0.fields["tracestate"] } == [nil, "a=b", nil, nil])
    #expect(Set(exchanges.map(\.trace?.parentID)).count == 4)
  }

  @Test("leaves requests as they are when no trace is asked for")
  func noTrace() {
    var bench = Bench()
    bench.client = bench.client.adding(.observing(ObserverProbe()))
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Request<Void, RequestFailure>.get("x").field("tracestate", "a=b"))
    #expect(bench.stub.requests.map { $0.fields.map(\.name) } == [["tracestate"]])
  }

  @Test("keeps the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let context = TransportContext(scheduler: TestScheduler())
    let violations = await TransportContract.violations(
      ofDecorator: { ObservedTransport($0, observer: ObserverProbe(), context: context) },
      request: request)
    #expect(violations.isEmpty)
  }
}
