import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that the stubs of other request layers have had.
@Suite("Stub faults")
struct StubFaults {
  private typealias Ask = Request<Answer, RequestFailure>

  private static func get(_ path: RequestPath) -> Ask {
    Ask(RequestDetails(method: .get, path: path), reading: .answer)
  }

  @Test("REC-1: a stub answers with the status and the fields of its script")
  func whole() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(201, fields: ["ETag": "\"e\""], text: "x")
    let answer = bench.send(Self.get("x")).values.first
    #expect(answer?.response.status == 201)
    #expect(answer?.response.fields["etag"] == "\"e\"")
    #expect(answer?.body == Array("x".utf8))
  }

  @Test("REC-3: equal requests get the answers in turn, and the last one for ever")
  func turns() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(text: "1").respond(text: "2")
    let texts = (0..<4).flatMap { _ in bench.send(Self.get("x")).values }
      .map { String(decoding: $0.body, as: UTF8.self) }
    #expect(texts == ["1", "2", "2", "2"])
  }

  @Test("REC-5: what no line answers, or a line without an answer, fails and meets no network")
  func miss() {
    let bench = Bench()
    _ = bench.stub.on(.get, "/v2/empty")
    for path: RequestPath in ["nothing", "empty", "https://localhost:1/"] {
      guard case .transport(let failure) = bench.send(Self.get(path)).failure else {
        Issue.record("\(path) was answered")
        continue
      }
      #expect(failure.kind == .other)
      #expect(failure.description.contains("no answer"))
      #expect(failure.request != nil)
    }
  }

  @Test("REC-6: layers see stubbed requests as they see real ones")
  func layers() {
    var bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(503).respond(200)
    bench.client = bench.client.adding(.headers(["A": "1"]))
      .adding(.retry(backoff: .constant(.zero)))
    let answer = bench.send(Self.get("x")).values.first
    #expect(answer?.attempts.map(\.outcome) == [.status(503), .status(200)])
    #expect(bench.stub.requests.allSatisfy { $0.fields["A"] == "1" })
  }

  @Test("REC-7: a delayed stub is cancelled, at once or while it waits")
  func cancel() throws {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(text: "x", after: .seconds(5))
    let sent = (bench.send(Self.get("x")), bench.send(Self.get("x")))
    sent.0.cancel()
    bench.time.advance(by: .seconds(1))
    sent.1.cancel()
    bench.time.advance(by: .seconds(9))
    #expect(sent.0.events.isEmpty && sent.1.events.isEmpty)
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled, .cancelled])
    try bench.time.verify()
  }

  @Test("REC-8: a line fits by its path as it is escaped, and by its query only where it has one")
  func matching() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/a%2Fb").respond(text: "path")
    bench.stub.on(.get, "/v2/a%2Fb?x=1").respond(text: "query")
    func text(_ path: RequestPath) -> String? {
      bench.send(Self.get(path)).values.first.map { String(decoding: $0.body, as: UTF8.self) }
    }
    #expect(text("\("a/b")") == "path")
    #expect(text("a%2Fb?y=2") == "path")
    #expect(text("a%2Fb?x=1") == "query")
    #expect(text("a/b") == nil)
    #expect(text("a%2fb") == nil)
  }

  @Test("An answer of very many pieces is as flat as one of few")
  func pieces() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(
      pieces: Array(repeating: "a", count: 20_000), every: .zero)
    #expect(bench.send(Self.get("x")).values.first?.body.count == 20_000)
  }
}
