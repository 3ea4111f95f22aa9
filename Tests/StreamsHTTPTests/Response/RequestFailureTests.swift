import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The failure of a request")
struct RequestFailureTests {
  @Test("is transient when the server was busy or out of reach, and only then")
  func transient() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(503).respond(404).fail(.cannotConnect).fail(.tls)
      .respond(text: "no JSON")
    let failures = (0..<5).compactMap { _ in bench.send(.user(7)).failure }
    #expect(failures.map(\.isTransient) == [true, false, true, false, false])
    #expect(bench.send(.user(7).field("a b", "")).failure?.isTransient == false)
    #expect(!RequestFailure.cancelled.isTransient)
  }

  @Test("carries request, response and attempts as far as they are known")
  func parts() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(503).fail(.tls).respond(text: "no JSON")
    let failures = (0..<3).compactMap { _ in bench.send(.user(7)).failure }
    #expect(failures.map { $0.request?.url.path } == ["/v2/users/7", "/v2/users/7", "/v2/users/7"])
    #expect(failures.map { $0.response?.status } == [503, nil, 200])
    #expect(failures.map(\.attempts.count) == [1, 1, 1])
    let refused = bench.send(.user(7).field("a b", "")).failure
    #expect(refused?.request?.url.path == "/v2/users/7")
    #expect(refused?.attempts.isEmpty == true)
  }
}
