import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Transferring")
struct TransferTests {
  private let bench = Bench()

  private typealias Told = TransferEvent<String>

  private func transfer(
    _ request: Request<String, RequestFailure> = .get("x")
  ) -> Recording<Told, RequestFailure> {
    bench.time.record(bench.client.transfer(request))
  }

  private func progress(_ completed: Int, _ total: Int?) -> TransferProgress {
    TransferProgress(completed: completed, total: total)
  }

  @Test("does nothing before it is observed, and each observation is a fetch")
  func cold() {
    bench.stub.on(.get, "/v2/x").respond(text: "abc")
    let signal = bench.client.transfer(Request<String, RequestFailure>.get("x"))
    #expect(bench.stub.requests.isEmpty)
    let both = (bench.time.record(signal), bench.time.record(signal))
    #expect(both.0.events == both.1.events)
    #expect(both.0.values.last == .value("abc"))
    #expect(bench.stub.requests.count == 2)
  }

  @Test("CAN-11: tells of progress, then of the value once, then of the end")
  func order() {
    bench.stub.on(.post, "/v2/x").respond(
      fields: ["Content-Length": "5"], pieces: ["ab", "cde"], every: .seconds(1))
    let sent = transfer(.post("x", json: "1234"))
    bench.time.advance(by: .seconds(2))
    #expect(
      sent.events.map(\.event) == [
        .value(.uploaded(progress(6, 6))), .value(.received(progress(0, 5))),
        .value(.received(progress(2, 5))), .value(.received(progress(5, 5))),
        .value(.value("abcde")), .finished,
      ])
    #expect(sent.events.map(\.at.offset) == [.zero, .zero] + [1, 2, 2, 2].map { .seconds($0) })
  }

  @Test("tells of nothing sent where there is no body, and of an empty one that it has gone")
  func noBody() {
    bench.stub.on { _ in true }.respond(204)
    let nothing: [Told] = [.received(progress(0, 0)), .value("")]
    #expect(transfer(.get("x")).values == nothing)
    #expect(transfer(.post("x")).values == nothing)
    #expect(
      transfer(.post("x").body(.bytes([]))).values == [.uploaded(progress(0, 0))] + nothing)
  }

  @Test("tells that a body has gone though the transport says nothing, when it is accepted")
  func silentTransport() {
    let transport = ClosureTransport { request, _ in
      .just(.head(HTTPResponse(status: request.url.path == "/no" ? 500 : 200, url: request.url)))
    }
    let client = Client(baseURL: "https://h", transport: transport, scheduler: bench.time)
    func told(_ path: RequestPath) -> [Told] {
      let request = Request<String, RequestFailure>.post(path).body(.bytes([1, 2]))
      return bench.time.record(client.transfer(request)).values
    }
    #expect(told("yes").first == .uploaded(progress(2, 2)))
    #expect(told("no") == [])
  }

  @Test("maps the failure as the request does, and tells of no value")
  func failure() {
    bench.stub.on(.get, "/v2/x").respond(404, json: #"{"title":"no"}"#)
    let request = Request<String, RequestFailure>.get("x").failureBody(as: Problem.self)
    let sent = bench.time.record(bench.client.transfer(request))
    guard case .problem(let problem, let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(problem.title == "no")
    #expect(failure.status == 404)
    #expect(sent.values.isEmpty)
  }

  @Test("cancelled, at any event, cancels the exchange and tells nothing more", arguments: 1...4)
  func cancel(_ count: Int) throws {
    bench.stub.on(.post, "/v2/x").respond(pieces: ["a", "b", "c"], every: .seconds(1))
    let scope = Subscription()
    let told = Counter()
    let request = Request<String, RequestFailure>.post("x", json: 1)
    bench.client.transfer(request).observe(in: scope) { _ in
      if told.next() == count { scope.cancel() }
    }
    bench.time.advance(by: .seconds(9))
    #expect(told.value == count)
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    try bench.time.verify()
  }

  @Test("PRG-5: begins at zero with each attempt, and passes no total")
  func attempts() {
    let transport = ClosureTransport { request, body in
      .sequence([
        .uploaded(progress(4, 8)),
        .retrying(
          after: Attempt(number: 1, started: .zero, ended: .zero, outcome: .status(401))),
        .uploaded(progress(4, 8)), .uploaded(progress(8, 8)),
        .head(HTTPResponse(status: 200, url: request.url)), .chunk([65]),
        .retrying(
          after: Attempt(
            number: 2, started: .zero, ended: .zero, outcome: .failure(.connectionLost))),
        .uploaded(progress(8, 8)),
        .head(HTTPResponse(status: 200, url: request.url)), .chunk([66]),
      ])
    }
    let client = Client(baseURL: "https://h", transport: transport, scheduler: bench.time)
    let request = Request<String, RequestFailure>.post("x")
      .body(.once(length: nil, .just([UInt8](repeating: 0, count: 8))))
    let sent = bench.time.record(client.transfer(request))
    #expect(
      sent.values == [
        .uploaded(progress(4, 8)), .uploaded(progress(0, nil)), .uploaded(progress(4, 8)),
        .uploaded(progress(8, 8)), .received(progress(0, nil)), .received(progress(1, nil)),
        .uploaded(progress(0, nil)), .received(progress(0, nil)), .uploaded(progress(8, 8)),
        .received(progress(1, nil)), .received(progress(1, 1)), .value("B"),
      ])
  }

  @Test("lets go of all it holds at the end and at a cancel", arguments: [true, false])
  func release(isCancelled: Bool) {
    final class Token: Sendable {}
    var token: Token? = Token()
    weak let released = token
    bench.stub.on(.get, "/v2/x").respond(text: "a", after: .seconds(2))
    let sent = {
      let held = token
      return bench.time.record(
        bench.client.transfer(
          Request<String, RequestFailure>.get("x").map { text in withExtendedLifetime(held) { text }
          }))
    }()
    token = nil
    #expect(released != nil)
    if isCancelled { sent.cancel() } else { bench.time.advance(by: .seconds(2)) }
    #expect(released == nil)
  }
}

@Suite("Sending with closures for progress")
struct ProgressClosureTests {
  @Test("tells each of its own, and then runs exactly one closure, once")
  func closures() {
    let bench = Bench()
    bench.stub.on(.post, "/v2/x").respond(fields: ["Content-Length": "2"], text: "ok")
      .respond(500, text: "no")
    let log = Lock<[String]>([])
    let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
    for _ in 1...2 {
      bench.client.send(
        Request<String, RequestFailure>.post("x", json: 1),
        uploaded: { note("sent \($0.fraction ?? -1)") },
        received: { note("received \($0.fraction ?? -1)") },
        success: { note("success \($0)") }, failure: { _ in note("failure") })
    }
    #expect(
      log.withLock { $0 } == [
        "sent 1.0", "received 0.0", "received 1.0", "success ok", "sent 1.0", "failure",
      ])
  }

  @Test("leaves value and failure to the client where no closure is given")
  func defaults() {
    var bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(text: "ok").respond(500)
    let (values, failures, told) = (Counter(), Counter(), Counter())
    bench.client.onSuccess = { _ in values.next() }
    bench.client.onFailure = { _ in failures.next() }
    for _ in 1...2 {
      bench.client.send(
        Request<String, RequestFailure>.get("x"), received: { _ in told.next() }, success: nil)
    }
    #expect([values.value, failures.value] == [1, 1])
    #expect(told.value > 0)
  }
}

/// The side doors of a request: loading, warning, informing.
@Suite("Hooks of a request")
struct HookTests {
  @Test(
    "are balanced on success, failure and cancel, and warn once",
    arguments: [(200, false, 0), (404, false, 1), (503, false, 1), (200, true, 0)])
  func hooks(_ status: Int, _ isCancelled: Bool, _ warned: Int) {
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on(.get, "/v2/x").respond(HTTPStatus(status), text: "x", after: .seconds(1))
    let (activity, warnings, values) = (Activity(), Counter(), Counter())
    let loading = bench.time.record(activity.isActive)
    let sent = bench.time.record(
      bench.client.send(Request<String, RequestFailure>.get("x"))
        .trackActivity(activity)
        .onFailure { _ in warnings.next() }
        .handleEvents(onValue: { _ in values.next() }))
    #expect(activity.count == 1)
    if isCancelled { sent.cancel() }
    bench.time.advance(by: .seconds(60))
    #expect(loading.values == [false, true, false])
    #expect(warnings.value == warned)
    #expect(values.value == (status == 200 && !isCancelled ? 1 : 0))
  }
}
