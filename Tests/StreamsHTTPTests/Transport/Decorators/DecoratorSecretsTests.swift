import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A secret that decorators keep")
struct DecoratorSecretsTests {
  private static let secret = "hunter2"

  private static func client() -> Bench {
    var bench = Bench(baseURL: "https://api.example/?token=\(secret)")
    bench.client = bench.client.adding(.bearer(secret)).adding(.basic(user: "a", password: secret))
      .adding(.credentials(.init(field: "X-API-Key", secret), for: "https://h/?\(secret)"))
      .adding(
        .authorization(.bearer(secret)) { _, _ -> Signal<Credentials, TransportFailure> in
          .just(.bearer(secret))
        }
      )
      .adding(.preparing { request, _ in try request.fields.set("Cookie", secret) })
      .adding(.retry()).adding(.timeout(overall: .seconds(1))).adding(.coalescing())
      .adding(.concurrency(2)).adding(.limits(body: 10))
      .adding(.observing(ObserverProbe(), tracing: .on()))
    return bench
  }

  @Test("is shown by no description and no dump of a client, while requests run or not")
  func clients() {
    let bench = Self.client()
    bench.stub.on { _ in true }.respond(401, after: .seconds(1))
    let sent = bench.send(Request<String, RequestFailure>.get("x").query("a", Self.secret))
    for _ in 0..<3 {
      var text = "\(bench.client)" + String(reflecting: bench.client)
      dump(bench.client, to: &text)
      #expect(!text.contains(Self.secret))
      bench.time.advance(by: .seconds(1))
    }
    #expect(!"\(sent.events)".contains(Self.secret))
  }

  @Test("is shown by no event that observers are told")
  func events() throws {
    let probe = ObserverProbe()
    var bench = Bench()
    bench.client = bench.client.adding(.bearer(Self.secret))
      .adding(.retry(backoff: .constant(.seconds(1)))).adding(.observing(probe))
    bench.stub.on { _ in true }
      .respond(503, pairs: [("Set-Cookie", Self.secret)], bytes: Array(Self.secret.utf8))
      .respond(302, pairs: [("Location", "ftp://\(Self.secret)@h/?\(Self.secret)")])
    _ = bench.send(
      Request<String, RequestFailure>.get("x").query("a", Self.secret)
        .field("Cookie", Self.secret))
    bench.time.advance(by: .seconds(10))
    #expect(probe.names(1) == ["began", "retrying", "redirect refused"])
    for event in probe.events {
      var text = "\(event)" + String(reflecting: event)
      dump(event, to: &text)
      #expect(!text.contains(Self.secret), "\(text)")
    }
  }
}
