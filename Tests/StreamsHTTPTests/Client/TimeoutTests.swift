import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A time limit")
struct TimeoutTests {
  @Test("of the client holds for a silent server, to the instant")
  func clientLimit() {
    var bench = Bench()
    bench.client.timeout = .seconds(10)
    bench.stub.on(.get, "/v2/users/7").never()
    let sent = bench.send(.user(7))
    bench.time.advance(by: .milliseconds(9_999))
    #expect(sent.events.isEmpty)
    bench.time.advance(by: .milliseconds(1))
    #expect(Self.kind(sent.failure) == .timedOut)
    #expect(sent.failure?.attempts.map(\.outcome) == [.failure(.timedOut)])
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
  }

  @Test("CAN-15: of the request wins over the client's, shorter or longer", arguments: [1, 30])
  func requestLimit(_ seconds: Int) {
    var bench = Bench()
    bench.client.timeout = .seconds(10)
    bench.stub.on(.get, "/v2/users/7").never()
    let sent = bench.send(.user(7).timeout(.seconds(seconds)))
    bench.time.advance(by: .seconds(seconds) - .milliseconds(1))
    #expect(sent.events.isEmpty)
    bench.time.advance(by: .milliseconds(1))
    #expect(Self.kind(sent.failure) == .timedOut)
  }

  @Test("CAN-14: ends with its request, and does not meet the next")
  func nextRequest() throws {
    var bench = Bench()
    bench.client.timeout = .seconds(10)
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":"A"}"#, after: .seconds(5))
    let first = bench.send(.user(7))
    bench.time.advance(by: .seconds(6))
    let second = bench.send(.user(7))
    bench.time.advance(by: .seconds(6))
    #expect(first.values.count == 1)
    #expect(second.values.count == 1)
    try bench.time.verify()
  }

  @Test("RTY-14: counts attempts and waits together; nothing is sent after it")
  func overall() throws {
    var bench = Bench()
    bench.client.timeout = .seconds(10)
    bench.client = bench.client.adding(.retry(.transientFailures, backoff: .constant(.seconds(3))))
    bench.stub.on(.get, "/v2/users/7").fail(.connectionLost, after: .seconds(3))
    let sent = bench.send(.user(7))
    bench.time.advance(by: .seconds(60))
    #expect(Self.kind(sent.failure) == .timedOut)
    #expect(bench.stub.exchanges.map(\.started.offset) == [.zero, .seconds(6)])
    #expect(sent.failure?.attempts.map(\.ended.offset) == [.seconds(3), .seconds(10)])
    try bench.time.verify()
  }

  static func kind(_ failure: RequestFailure?) -> TransportFailure.Kind? {
    if case .transport(let failure) = failure { failure.kind } else { nil }
  }
}
