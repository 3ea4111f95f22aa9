import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The preparation decorator")
struct PreparationTests {
  private struct Locked: Error {}

  private static let get = Request<Void, RequestFailure>.get("x")

  @Test("changes what is sent, and every attempt starts from the original")
  func attempts() {
    let count = Counter()
    var bench = Bench()
    bench.client = bench.client
      .adding(
        .preparing { request, _ in
          try request.fields.append("X-Number", "\(count.next())")
          try request.fields.append("X-Trail", "\(request.fields.count)")
        }
      )
      .adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on { _ in true }.respond(503).respond(503).respond()
    _ = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(bench.stub.requests.map { $0.fields["X-Number"] } == ["1", "2", "3"])
    #expect(bench.stub.requests.map { $0.fields["X-Trail"] } == ["1", "1", "1"])
  }

  @Test("outside of retry it runs once a request")
  func outside() {
    let count = Counter()
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
      .adding(.preparing { request, _ in try request.fields.set("X-Number", "\(count.next())") })
    bench.stub.on { _ in true }.respond(503).respond()
    _ = bench.send(Self.get)
    bench.time.advance(by: .seconds(10))
    #expect(bench.stub.requests.map { $0.fields["X-Number"] } == ["1", "1"])
  }

  @Test("signs, knowing the body, with a key that comes later")
  func signing() throws {
    try TestScheduler.verifying { time in
      let stub = StubTransport(scheduler: time)
      stub.on { _ in true }.respond()
      let client = Client(baseURL: "https://h", transport: stub, scheduler: time).adding(
        .preparing(async: { request, body in
          try await time.sleep(for: .seconds(2))
          guard case .bytes(let bytes) = body else { return }
          try request.fields.set("X-Signature", "\(request.method) \(bytes.count)")
        }))
      let sent = time.record(client.send(Request<Void, RequestFailure>.post("x", json: [1])))
      time.advance(by: .milliseconds(1_999))
      #expect(stub.requests.isEmpty)
      time.advance(by: .milliseconds(1))
      #expect(stub.requests.map { $0.fields["X-Signature"] } == ["POST 3"])
      #expect(sent.isFinished)
    }
  }

  @Test("fails the request with what it throws, and nothing is sent")
  func failures() {
    for (error, kind) in [
      (Locked() as any Error, TransportFailure.Kind.invalidRequest),
      (TransportFailure(.notAuthorized), .notAuthorized),
    ] {
      for decorator in [
        TransportDecorator.preparing { _, _ in throw error },
        .preparing(async: { _, _ in throw error }),
      ] {
        var bench = Bench()
        bench.client = bench.client.adding(decorator)
        bench.stub.on { _ in true }.respond()
        let sent = bench.send(Self.get)
        bench.time.advance(by: .seconds(1))
        #expect(TimeoutTests.kind(sent.failure) == kind)
        #expect(bench.stub.requests.isEmpty)
      }
    }
  }

  @Test("refuses a field that cannot be sent")
  func invalidField() {
    var bench = Bench()
    bench.client = bench.client.adding(
      .preparing { request, _ in try request.fields.set("X", "a\r\nY: b") })
    let sent = bench.send(Self.get)
    #expect(TimeoutTests.kind(sent.failure) == .invalidRequest)
    let words = "\(String(describing: sent.failure))"
    #expect(words.contains("the value of field"))
    #expect(!words.contains("Y: b"))
  }

  @Test("CAN-3: cancelled while it prepares, the code is cancelled and nothing is sent")
  func cancel() throws {
    try TestScheduler.verifying { time in
      let isCancelled = Lock(false)
      let stub = StubTransport(scheduler: time)
      let client = Client(baseURL: "https://h", transport: stub, scheduler: time).adding(
        .preparing(async: { _, _ in
          do {
            try await time.sleep(for: .seconds(10))
          } catch {
            isCancelled.withLock { $0 = true }
          }
        }))
      let sent = time.record(client.send(Self.get))
      time.advance(by: .seconds(1))
      sent.cancel()
      time.advance(by: .seconds(20))
      #expect(isCancelled.withLock { $0 })
      #expect(sent.events.isEmpty)
      #expect(stub.requests.isEmpty)
    }
  }

  @Test("keeps the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let violations = await TransportContract.violations(
      ofDecorator: { Preparation($0) { request, _ in .just(request) } }, request: request)
    #expect(violations.isEmpty)
  }
}
