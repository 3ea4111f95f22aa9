import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that cancelling and ending in other request layers have had.
@Suite("Cancel faults")
struct CancelFaults {
  @Test("CAN-3: cancelled while its body is still being made, it sends nothing")
  func cancelledWhilePreparing() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    let scope = Subscription()
    var request = Request<Void, RequestFailure>.post("x")
    request.details.body = .made { _ in
      scope.cancel()
      return (.bytes([1]), "a/b")
    }
    bench.client.send(request).observe(in: scope) { Issue.record("\($0)") }
    #expect(bench.stub.exchanges.allSatisfy { $0.body.isEmpty && $0.ending != .finished })
  }

  @Test(
    "CAN-4: cancelled inside of a closure, that closure runs once and no other",
    arguments: [200, 404])
  func cancelInClosures(_ status: Int) {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(HTTPStatus(status), text: "x", after: .seconds(1))
    let handle = Lock<Subscription?>(nil)
    let calls = Counter()
    let cancel: @Sendable () -> Void = {
      calls.next()
      handle.withLock { $0 }?.cancel()
    }
    let subscription = bench.client.send(
      Request<String, RequestFailure>.get("x"), success: { _ in cancel() },
      failure: { _ in cancel() })
    handle.withLock { $0 = subscription }
    bench.time.advance(by: .seconds(2))
    #expect(calls.value == 1)
    subscription.cancel()
    #expect(calls.value == 1)
  }

  @Test("CAN-4: cancelled inside of map, of validation, of decoding, nothing is delivered")
  func cancelInSteps() {
    struct Decoder: BodyDecoder {
      let run: @Sendable () -> Void
      func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
        run()
        return try JSONBodyDecoder().decode(type, from: body)
      }
    }
    for step in 0..<3 {
      let bench = Bench()
      bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"A"}"#, after: .seconds(1))
      let scope = Subscription()
      var request = Request<User, RequestFailure>.user(7)
      switch step {
      case 0:
        request = request.map { user in
          scope.cancel()
          return user
        }
      case 1:
        request = request.validate(
          ResponseValidation { _ in
            scope.cancel()
            return true
          })
      default: request = request.decoding(with: Decoder { scope.cancel() })
      }
      bench.client.send(request).observe(in: scope) { Issue.record("\(step): \($0)") }
      bench.time.advance(by: .seconds(2))
      #expect(scope.isCancelled)
    }
  }

  @Test("CAN-5: a subscription that is over starts nothing again")
  func again() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"A"}"#)
    let signal = bench.client.send(.user(7))
    let scope = Subscription()
    signal.observe(in: scope) { _ in }
    scope.cancel()
    for _ in 0..<3 { signal.observe(in: scope) { Issue.record("\($0)") } }
    #expect(bench.stub.requests.count == 1)
  }

  @Test("CAN-11: progress comes first, then the answer, once")
  func progress() {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.post, "/x").respond(text: "ok", after: .seconds(1))
    let transport = Retry(
      stub, policy: .transientFailures, backoff: .constant(.zero),
      context: TransportContext(scheduler: time))
    guard let url = try? HTTPURL("https://h/x") else { return }
    let told = time.record(
      transport.send(HTTPRequest(method: .post, url: url), body: .bytes([1, 2])))
    time.advance(by: .seconds(1))
    let names = told.values.map { event in
      switch event {
      case .uploaded: "uploaded"
      case .head: "head"
      case .chunk: "chunk"
      case .informational, .retrying, .report: "other"
      }
    }
    #expect(names == ["uploaded", "head", "chunk"])
    #expect(told.events.last?.event == .finished)
  }

  @Test("PRG-5: progress of a further attempt counts from its own beginning, after retrying")
  func progressAnew() throws {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.put, "/x").respond(503).respond(200)
    let transport = Retry(
      stub, policy: .transientFailures, backoff: .constant(.seconds(1)),
      context: TransportContext(scheduler: time))
    let request = HTTPRequest(method: .put, url: try HTTPURL("https://h/x"))
    let told = time.record(transport.send(request, body: .bytes([1, 2])))
    time.advance(by: .seconds(1))
    let whole = TransportEvent.uploaded(TransferProgress(completed: 2, total: 2))
    #expect(told.values.prefix(1) == [whole])
    guard told.values.count == 4, case .retrying = told.values[1] else {
      Issue.record("\(told.events)")
      return
    }
    #expect(told.values[2] == whole)
  }

  @Test("Limits of nothing, of less, and of more than there is time fail or wait, and trap nowhere")
  func limits() {
    for limit: Duration in [.zero, .seconds(-5), .nanoseconds(1)] {
      let bench = Bench()
      bench.stub.on(.get, "/v2/users/7").never()
      let sent = bench.send(.user(7).timeout(limit))
      bench.time.advance(by: .nanoseconds(1))
      guard case .transport(let failure) = sent.failure, failure.kind == .timedOut else {
        Issue.record("\(limit): \(sent.events)")
        continue
      }
    }
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"A"}"#, after: .seconds(9))
    let sent = bench.send(.user(7).timeout(.seconds(Int64.max)))
    bench.time.advance(by: .seconds(9))
    #expect(sent.values.count == 1)
  }
}
