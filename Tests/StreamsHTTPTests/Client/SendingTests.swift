import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Sending")
struct SendingTests {
  @Test("does nothing before it is observed, and each observation is a fetch")
  func cold() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"Ada"}"#)
    let signal = bench.client.send(.user(7))
    #expect(bench.stub.requests.isEmpty)
    let sent = (bench.time.record(signal), bench.time.record(signal))
    #expect(
      sent.0.events.map(\.event) == [.value(User(id: 7, name: "Ada")), .finished])
    #expect(sent.0.events == sent.1.events)
    #expect(bench.stub.requests.count == 2)
  }

  @Test("puts path and query below the base URL, whose own stay")
  func targets() {
    let bench = Bench(baseURL: "https://api.example/v2?key=k")
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Request<Void, RequestFailure>.get("users/\("a/b")?x=1").query("q", "c d"))
    #expect(
      bench.stub.requests.map(\.url.string)
        == ["https://api.example/v2/users/a%2Fb?key=k&x=1&q=c%20d"])
  }

  @Test("cancels the exchange once, and delivers nothing after")
  func cancel() throws {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"A"}"#, after: .seconds(2))
    let sent = bench.send(.user(7))
    bench.time.advance(by: .seconds(1))
    sent.cancel()
    bench.time.advance(by: .seconds(9))
    #expect(sent.events.isEmpty)
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
    #expect(bench.stub.exchanges.map(\.ended) == [.zero.advanced(by: .seconds(1))])
    try bench.time.verify()
  }

  @Test("CAN-1: cancelled through operators and decorators cancels the transport once")
  func cancelThroughLayers() {
    let (starts, cancels) = (Counter(), Counter())
    let transport = ClosureTransport { _, _ in
      Signal.never().handleEvents(onStart: { starts.next() }, onCancel: { cancels.next() })
    }
    let time = TestScheduler()
    let client = Client(baseURL: "https://h", transport: transport, scheduler: time)
      .adding(.headers(["A": "1"])).adding(.retry())
    let sent = time.record(
      Signal.just(7).flatMap { client.send(.user($0)) }.map(\.name).retry(2))
    for _ in 1...3 { sent.cancel() }
    time.advance(by: .seconds(100))
    #expect(starts.value == 1)
    #expect(cancels.value == 1)
    #expect(sent.events.isEmpty)
  }

  @Test("CAN-3: of a signal whose scope is cancelled already sends nothing")
  func cancelledBefore() {
    let bench = Bench()
    let scope = Subscription()
    scope.cancel()
    bench.client.send(.user(7)).observe(in: scope) { Issue.record("\($0)") }
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("CAN-4: cancelled inside its handler runs the handler once")
  func cancelInside() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"Ada"}"#)
    let scope = Subscription()
    let count = Lock(0)
    bench.client.send(.user(7)).observe(in: scope) { _ in
      count.withLock { $0 += 1 }
      scope.cancel()
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("runs exactly one closure, once; those left out are the client's")
  func closures() {
    var bench = Bench()
    let log = Lock<[String]>([])
    let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
    bench.client.onSuccess = { note("client success \($0)") }
    bench.client.onFailure = { _ in note("client failure") }
    bench.stub.on(.get, "/v2/ok").respond(text: "fine")
    bench.stub.on(.get, "/v2/bad").respond(404)
    let (ok, bad) = (Self.text("ok"), Self.text("bad"))
    bench.client.send(ok, success: { note("success \($0)") }, failure: { _ in note("failure") })
    bench.client.send(bad, success: { _ in note("success") }, failure: { _ in note("failure") })
    bench.client.send(ok, failure: { _ in note("failure") })
    bench.client.send(bad, success: { _ in note("success") })
    #expect(
      log.withLock { $0 } == ["success fine", "failure", "client success fine", "client failure"])
  }

  @Test("waits for a value as async code, and throws the request's own failure")
  func asyncValue() async throws {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"Ada"}"#)
    bench.stub.on(.get, "/v2/users/8").respond(404)
    #expect(try await bench.client.value(for: .user(7)).name == "Ada")
    #expect(try await bench.client.send(.user(7)).firstValue()?.name == "Ada")
    do throws(RequestFailure) {
      _ = try await bench.client.value(for: .user(8))
      Issue.record("a 404 gave a value")
    } catch {
      #expect(error.response?.status == 404)
    }
  }

  @Test("from a cancelled task throws cancelled and stops the exchange")
  func asyncCancel() async {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").never()
    let task = Task {
      do throws(RequestFailure) {
        _ = try await bench.client.value(for: .user(7))
        return false
      } catch {
        return error == .cancelled
      }
    }
    task.cancel()
    #expect(await task.value)
    #expect(bench.stub.exchanges.allSatisfy { $0.ending == .cancelled })
  }

  @Test("of two requests zipped runs them side by side, of a chain one after the other")
  func composition() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/a").respond(text: "a", after: .seconds(2))
    bench.stub.on(.get, "/v2/b").respond(text: "b", after: .seconds(3))
    let (client, time) = (bench.client, bench.time)
    let both = time.record(zip(client.send(Self.text("a")), client.send(Self.text("b"))))
    time.advance(by: .seconds(3))
    #expect(both.values.map { $0 + $1 } == ["ab"])
    let chained = time.record(
      client.send(Self.text("a")).flatMap { client.send(Self.text("\($0 == "a" ? "b" : "a")")) })
    time.advance(by: .seconds(4))
    #expect(chained.events.isEmpty)
    time.advance(by: .seconds(1))
    #expect(chained.values == ["b"])
  }

  private static func text(_ path: String) -> Request<String, RequestFailure> {
    .get(RequestPath(path))
  }
}
