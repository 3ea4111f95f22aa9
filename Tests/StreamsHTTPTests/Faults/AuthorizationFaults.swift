import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that credentials and their refresh in other request layers have had.
@Suite("Authorization faults")
struct AuthorizationFaults {
  @Test("AUT-2: a late 401 of an old token is sent again with the new one, without a refresh")
  func late() {
    let bench = TokenBench()
    bench.stub.on { $0.url.path == "/v2/late" && $0.fields["Authorization"] == "Bearer t0" }
      .respond(401, after: .seconds(30))
    let late = bench.get("late")
    let first = bench.get("x")
    bench.time.advance(by: .seconds(3))
    #expect(first.values == ["ok"])
    bench.time.advance(by: .seconds(30))
    #expect(late.values == ["ok"])
    #expect(late.events.first?.at.offset == .seconds(31))
    #expect(bench.refreshes == 1)
  }

  @Test("AUT-3: a failed refresh fails all who wait, once; nothing is re-sent, a later one may try")
  func failedRefresh() {
    let bench = TokenBench()
    bench.stub.on(.post, "/v2/token").respond(400, text: "no", after: .seconds(1))
    let sent = (0..<3).map { bench.get("\($0)") }
    bench.time.advance(by: .seconds(10))
    #expect(sent.allSatisfy { TimeoutTests.kind($0.failure) == .notAuthorized })
    #expect(sent.allSatisfy { $0.events.count == 1 && $0.failure?.request?.method == .get })
    #expect(bench.refreshes == 1)
    #expect(bench.tokens == ["t0", "t0", "t0"])
    let again = bench.get("again")
    bench.time.advance(by: .seconds(10))
    #expect(TimeoutTests.kind(again.failure) == .notAuthorized)
    #expect(bench.refreshes == 2)
  }

  @Test("AUT-3: a refresh that met no answer fails as that, so that a retry may help")
  func lostRefresh() {
    let bench = TokenBench()
    bench.stub.on(.post, "/v2/token").fail(.connectionLost)
    let sent = bench.get()
    bench.time.advance(by: .seconds(10))
    #expect(TimeoutTests.kind(sent.failure) == .connectionLost)
    #expect(sent.failure?.request?.url.path == "/v2/x")
  }

  /// A client whose refresh is sent by the client itself.
  private static func recursive(
    _ bench: Bench,
    by send: @escaping @Sendable (Client) -> Signal<Credentials, RequestFailure>
  ) -> Client {
    let whole = Lock<Client?>(nil)
    let client = bench.client.adding(
      .authorization(.bearer("t0")) { _, other in send(whole.withLock { $0 } ?? other) })
    whole.withLock { $0 = client }
    return client
  }

  @Test("AUT-4: a refresh by the same client is not held up by itself, its own 401 is its failure")
  func refreshThroughTheLayer() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(401, after: .seconds(1))
    for refresh in Self.refreshes(on: bench.time) {
      let count = bench.stub.requests.count
      let client = Self.recursive(bench, by: refresh)
      let sent = bench.time.record(client.send(Request<String, RequestFailure>.get("x")))
      bench.time.advance(by: .seconds(10))
      #expect(TimeoutTests.kind(sent.failure) == .notAuthorized)
      let requests = bench.stub.requests.dropFirst(count)
      #expect(requests.map(\.method) == [.get, .post])
      #expect(requests.last?.fields.contains("Authorization") == false)
    }
  }

  private static func refreshes(
    on time: TestScheduler
  ) -> [@Sendable (Client) -> Signal<Credentials, RequestFailure>] {
    [
      { $0.send(Request<String, RequestFailure>.post("token")).map { .bearer($0) } },
      { client in
        Signal<Credentials, RequestFailure>(
          async: { () async throws(RequestFailure) in
            .bearer(try await client.value(for: Request<String, RequestFailure>.post("token")))
          }, executor: time)
      },
    ]
  }

  @Test("AUT-4: one that a scheduler hides from the layer ends with the time it may take")
  func hiddenRefresh() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(401, after: .seconds(1))
    let client = Self.recursive(bench) { [time = bench.time] client in
      Signal<Void, RequestFailure>.just(()).delay(for: .seconds(1), scheduler: time)
        .flatMap { client.send(Request<String, RequestFailure>.post("token")) }
        .map { .bearer($0) }
    }
    let sent = bench.time.record(client.send(Request<String, RequestFailure>.get("x")))
    bench.time.advance(by: .seconds(31))
    #expect(TimeoutTests.kind(sent.failure) == .notAuthorized)
    #expect(bench.stub.exchanges.allSatisfy { $0.ending != nil })
  }

  @Test("AUT-6: a 401 in the middle of a refresh waits for it, and so does a new request")
  func duringTheRefresh() {
    let bench = TokenBench()
    let first = bench.get("a")
    bench.time.advance(by: .milliseconds(500))
    let second = bench.get("b")
    bench.time.advance(by: .milliseconds(700))
    let third = bench.get("c")
    bench.time.advance(by: .seconds(10))
    for sent in [first, second, third] { #expect(sent.values == ["ok"]) }
    #expect(bench.tokens == ["t0", "t0", "t1", "t1", "t1"])
    #expect(bench.refreshes == 1)
  }

  @Test("AUT-8: a new token that is refused, too, ends after one refresh a request")
  func alwaysRefused() {
    let bench = TokenBench(accepts: "nothing", refreshed: ["t1", "t2", "t3", "t4"])
    let sent = (0..<5).map { bench.get("\($0)") }
    bench.time.advance(by: .seconds(100))
    for one in sent {
      guard case .status(let failure) = one.failure else {
        Issue.record("\(one.events)")
        continue
      }
      #expect(failure.status == 401)
    }
    #expect(bench.refreshes == 1)
    #expect(bench.tokens == Array(repeating: "t0", count: 5) + Array(repeating: "t1", count: 5))
    _ = bench.get("later")
    bench.time.advance(by: .seconds(100))
    #expect(bench.refreshes == 2)
    #expect(bench.stub.requests.count == 14)
  }

  @Test("AUT-10: the only one who waits cancels the refresh, and who comes later begins another")
  func cancelAlone() throws {
    let bench = TokenBench()
    let sent = bench.get()
    bench.time.advance(by: .milliseconds(1_500))
    sent.cancel()
    #expect(bench.stub.exchanges.last?.ending == .cancelled)
    bench.time.advance(by: .seconds(10))
    #expect(sent.events.isEmpty)
    #expect(bench.tokens == ["t0"])
    let next = bench.get()
    bench.time.advance(by: .seconds(10))
    #expect(next.values == ["ok"])
    #expect(bench.refreshes == 2)
    try bench.time.verify()
  }

  @Test("AUT-10: of two who wait, the first leaves the refresh to the other")
  func cancelLeader() {
    let bench = TokenBench()
    let leader = bench.get("a")
    let follower = bench.get("b")
    bench.time.advance(by: .milliseconds(1_500))
    leader.cancel()
    bench.time.advance(by: .seconds(10))
    #expect(leader.events.isEmpty)
    #expect(follower.values == ["ok"])
    #expect(bench.refreshes == 1)
    #expect(bench.tokens == ["t0", "t0", "t1"])
  }

  @Test("AUT-10: a cancel during the replay reaches the replay")
  func cancelReplay() throws {
    let bench = TokenBench()
    let sent = bench.get()
    bench.time.advance(by: .milliseconds(2_500))
    sent.cancel()
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled, .finished, .cancelled])
    bench.time.advance(by: .seconds(10))
    #expect(sent.events.isEmpty)
    try bench.time.verify()
  }

  @Test("RTY-8, AUT-8: inside and outside of retry each send has one token")
  func withRetry() {
    for isInside in [true, false] {
      var bench = Bench()
      bench.stub.on { _ in true }.respond(503).respond(401).respond(503).respond(text: "ok")
      let authorization = TransportDecorator.authorization(.bearer("t0")) {
        _, _ -> Signal<Credentials, TransportFailure> in .just(.bearer("t1"))
      }
      let retry = TransportDecorator.retry(backoff: .constant(.seconds(1)))
      bench.client = bench.client.adding(isInside ? authorization : retry)
        .adding(isInside ? retry : authorization)
      let sent = bench.send(Request<String, RequestFailure>.get("x"))
      bench.time.advance(by: .seconds(10))
      #expect(sent.values == ["ok"])
      #expect(
        bench.stub.requests.map { $0.fields.values(of: "Authorization") }
          == [["Bearer t0"], ["Bearer t0"], ["Bearer t1"], ["Bearer t1"]])
    }
  }
}
