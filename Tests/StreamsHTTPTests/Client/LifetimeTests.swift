import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A sent request")
struct LifetimeTests {
  private final class Token: Sendable {}

  @Test("lets go of what its steps hold at the end, and at a cancel", arguments: [true, false])
  func release(isCancelled: Bool) {
    var bench = Bench()
    bench.client = bench.client.adding(.retry())
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"A"}"#, after: .seconds(5))
    var token: Token? = Token()
    weak let released = token
    let sent = Self.send(to: bench, holding: token)
    token = nil
    #expect(released != nil)
    bench.time.advance(by: .seconds(1))
    if isCancelled { sent.cancel() } else { bench.time.advance(by: .seconds(4)) }
    #expect(released == nil)
    #expect(sent.values.count == (isCancelled ? 0 : 1))
  }

  @Test("a cancel made while its exchange is torn down wins over the failure that tore it down")
  func cancelledInTeardown() throws {
    // What is given lengths that differ is torn down by the client, the other by its redirects.
    let differing = [("Content-Length", "2"), ("Content-Length", "5")]
    for (status, fields) in [(HTTPStatus(200), differing), (302, [("Location", "ftp://h/a")])] {
      let url = try HTTPURL("http://h/")
      let head = HTTPResponse(status: status, fields: try HTTPFields(fields), url: url)
      for isCancelling in [true, false] {
        let (scope, tornDown) = (Subscription(), Counter())
        let transport = ClosureTransport { _, _ in
          .just(.head(head)).append(.never()).handleEvents(onCancel: {
            tornDown.next()
            if isCancelling { scope.cancel() }
          })
        }
        let client = Client(baseURL: "http://h", transport: transport)
        // The observer is deaf after a cancel in any case; a closure on the way is not.
        let failures = Counter()
        if status == 302 {
          Redirects(transport).send(HTTPRequest(url: url), body: .none)
            .mapError { failures.passing($0) }.observe(in: scope) { _ in }
        } else {
          client.transfer(
            Request<String, RequestFailure>.get("a").mapError { failures.passing($0) }
          )
          .observe(in: scope) { _ in }
        }
        #expect(tornDown.value == 1)
        #expect(failures.value == (isCancelling ? 0 : 1))
      }
    }
  }

  @Test("CAN-7: runs to its end without its client")
  func clientReleased() {
    let time = TestScheduler()
    let sent = {
      let stub = StubTransport(scheduler: time)
      stub.on(.get, "/users/7").respond(json: #"{"id":7,"name":"Ada"}"#, after: .seconds(5))
      let client = Client(baseURL: "https://h", transport: stub, scheduler: time)
      return time.record(client.send(.user(7)))
    }()
    time.advance(by: .seconds(5))
    #expect(sent.values.map(\.name) == ["Ada"])
  }

  @Test("gets its own answer, once, whatever is sent beside it on other threads")
  func threads() async {
    let stub = StubTransport(scheduler: ImmediateScheduler())
    for id in 0..<8 { stub.on(.get, "/users/\(id)").respond(json: #"{"id":\#(id),"name":"A"}"#) }
    let client = Client(baseURL: "https://h", transport: stub).adding(.retry())
    await withTaskGroup(of: Bool.self) { group in
      for id in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            guard let user = try? await client.value(for: .user(id)), user.id == id else {
              return false
            }
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(stub.requests.count == 400)
  }

  private typealias Sent = Recording<String, RequestFailure>

  private static func send(to bench: Bench, holding token: Token?) -> Sent {
    bench.time.record(
      bench.client.send(
        Request<User, RequestFailure>.user(7).map { user in
          withExtendedLifetime(token) { user.name }
        }))
  }
}

extension Counter {
  /// Counts something that goes by.
  fileprivate func passing<Passing>(_ passing: Passing) -> Passing {
    next()
    return passing
  }
}
