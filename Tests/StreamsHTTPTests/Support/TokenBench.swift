import Streams
import StreamsHTTPTesting
import StreamsTesting

@testable import StreamsHTTP

/// A server that accepts one token, and a client that refreshes its own from it.
struct TokenBench {
  var bench = Bench()
  var time: TestScheduler { bench.time }
  var stub: StubTransport { bench.stub }

  /// Every refusal, refresh and answer takes a second; `tokens` says what the refresh gives.
  init(first: String? = "t0", accepts: String = "t1", refreshed tokens: [String] = ["t1"]) {
    let route = bench.stub.on(.post, "/v2/token")
    for token in tokens { route.respond(text: token, after: .seconds(1)) }
    bench.stub.on { $0.method == .get }.respond(401, after: .seconds(1))
    bench.stub.on { $0.fields["Authorization"] == "Bearer \(accepts)" }
      .respond(text: "ok", after: .seconds(1))
    bench.client.timeout = nil
    bench.client = bench.client.adding(
      .authorization(first.map { .bearer($0) }) { _, client in
        client.send(Request<String, RequestFailure>.post("token")).map { .bearer($0) }
      })
  }

  func get(_ path: RequestPath = "x") -> Recording<String, RequestFailure> {
    bench.send(.get(path))
  }

  /// How often a refresh was sent.
  var refreshes: Int { stub.requests.count { $0.method == .post } }

  /// The tokens of the other requests, in the order they were sent.
  var tokens: [String] {
    stub.requests.filter { $0.method == .get }.map {
      String(($0.fields["Authorization"] ?? "none").dropFirst("Bearer ".count))
    }
  }
}
