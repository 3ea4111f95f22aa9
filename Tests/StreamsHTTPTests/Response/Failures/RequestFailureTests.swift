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

  @Test("prints in three lines or fewer, whatever texts a user or a server chose")
  func lines() {
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.zero)))
    let words = "a\r\nb\u{2028}c\u{202E}d"
    bench.stub.on(.get, "/v2/down").fail(.connectionLost, words)
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":7}"#)
    bench.stub.on(.get, "/v2/map")
      .respond(json: #"{"a\nb\u2028\u202e\#(String(repeating: "x", count: 900))":{"id":0}}"#)
    let failures = [
      bench.send(.user(7)).failure, bench.send(.user(8)).failure,
      bench.send(Request<User, RequestFailure>.get("down")).failure,
      bench.send(Request<[String: User], RequestFailure>.get("map")).failure,
      bench.send(Request<User, RequestFailure>.get(RequestPath("../\(words)"))).failure,
      bench.send(.user(7).field(words, words)).failure,
      bench.send(Request<User, RequestFailure>.post("x", json: [words: Double.nan])).failure,
    ]
    for failure in failures {
      let text = failure?.description ?? ""
      #expect(!text.isEmpty)
      #expect(text.split(whereSeparator: \.isNewline).count <= 3, "\(text)")
      #expect(text.count < 600, "\(text)")
      #expect(!text.contains("\u{202E}") && !text.contains("\r"))
    }
    #expect(
      failures[2]?.description
        == #"GET https://api.example/v2/down: connection lost: a\u{D}\u{A}b\u{2028}c\u{202E}d, "#
        + "after 4 attempts")
  }
}
