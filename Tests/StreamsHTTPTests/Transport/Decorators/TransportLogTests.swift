import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The log")
struct TransportLogTests {
  private final class Lines: Sendable {
    private let lines = Lock<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test("says what was asked, what came and how it ended")
  func lines() {
    let lines = Lines()
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
      .adding(.logging { lines.write($0) })
    bench.stub.on(.get, "/v2/x").respond(503).respond(text: "ok", after: .seconds(2))
    bench.stub.on(.get, "/v2/y").fail(.tls)
    bench.stub.on(.get, "/v2/z").never()
    _ = bench.send(Request<String, RequestFailure>.get("x").query("a", "b"))
    bench.time.advance(by: .seconds(3))
    _ = bench.send(Request<String, RequestFailure>.get("y"))
    bench.send(Request<String, RequestFailure>.get("z")).cancel()
    #expect(
      lines.all == [
        "#1 > GET https://api.example/v2/x?a=<redacted>",
        "#1 tries again after attempt 1: 503 in 0.0 seconds",
        "#1 < 200 after 3.0 seconds", "#1 finished after 3.0 seconds",
        "#2 > GET https://api.example/v2/y",
        "#2 failed after 0.0 seconds: GET https://api.example/v2/y: no secure connection",
        "#3 > GET https://api.example/v2/z", "#3 cancelled after 0.0 seconds",
      ])
  }

  @Test("writes what a transport wants people to know, and none of its figures")
  func notes() throws {
    let lines = Lines()
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let reports = ["it is\nold", nil].map { ExchangeReport(transport: "t", note: $0) }
    let transport = ClosureTransport(exchange: { _, _ in .sequence(reports.map { .report($0) }) })
    let context = TransportContext(scheduler: TestScheduler())
    TransportDecorator.logging { lines.write($0) }(transport, context: context)
      .send(request, body: .none).observe { _ in }
    #expect(
      lines.all == [
        "#1 > GET https://h/a", #"#1 note: it is\u{A}old"#, "#1 finished after 0.0 seconds",
      ])
  }

  @Test("writes fields when it is asked to, a line each, but not those that are to be hidden")
  func fields() {
    let lines = Lines()
    var bench = Bench()
    bench.client = bench.client.adding(
      .logging(.fields, hiding: ["X-Customer"]) { lines.write($0) })
    bench.stub.on(.get, "/v2/x").respond(fields: ["X-Customer": "9", "Server": "s"], text: "")
    _ = bench.send(
      Request<String, RequestFailure>.get("x").field("Accept", "a").field("x-customer", "7")
        .field("Authorization", "secret"))
    #expect(
      lines.all.filter { $0.contains(": ") } == [
        "#1 > Accept: a", "#1 > x-customer: <redacted>", "#1 > Authorization: <redacted>",
        "#1 < X-Customer: <redacted>", "#1 < Server: s",
      ])
  }

  @Test("LOG-4: answers of a stub are written, and what passes is as it was")
  func unchanged() {
    let lines = Lines()
    var bench = Bench()
    bench.stub.on { _ in true }.respond(404, text: "gone")
    let plain = bench.send(Request<Answer, RequestFailure>.anyAnswer)
    bench.client = bench.client.adding(.logging(.fields) { lines.write($0) })
    let logged = bench.send(Request<Answer, RequestFailure>.anyAnswer)
    #expect(logged.events == plain.events)
    #expect(logged.values.count == 1)
    #expect(lines.all.count == 3)
  }

  @Test("LOG-2: no secret is written, wherever it stands", arguments: 0..<50)
  func secrets(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let secret = "hunter\(UInt32.random(in: .min ... .max, using: &dice))"
    let lines = Lines()
    var bench = Bench()
    bench.client = bench.client.adding(.bearer(secret)).adding(.headers(["X-Api-Key": secret]))
      .adding(.retry(backoff: .constant(.seconds(1))))
      .adding(.logging(.fields) { lines.write($0) })
    let shapes: [(Request<Answer, RequestFailure>) -> Request<Answer, RequestFailure>] = [
      { $0.query("token", secret) },
      { $0.field("Cookie", "a=\(secret)") }, { $0.field("Referer", "https://h/?a=\(secret)") },
      { $0.field("X-Session-Id", secret) }, { $0.tagged(secret) },
    ]
    var request = Request<Answer, RequestFailure>.anyAnswer
    for shape in shapes where Bool.random(using: &dice) { request = shape(request) }
    let body = Array(secret.utf8)
    let route = bench.stub.on { _ in true }
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: route.respond(503, text: secret).respond(text: secret)
    case 1: route.respond(302, pairs: [("Location", "ftp://me:\(secret)@h/?\(secret)")])
    case 2: route.respond(401, pairs: [("Set-Cookie", secret)], bytes: body)
    default: route.fail(.connectionLost)
    }
    _ = bench.send(request)
    bench.time.advance(by: .seconds(10))
    #expect(lines.all.count > 1)
    #expect(lines.all.allSatisfy { !$0.contains(secret) })
  }

  @Test("no text from elsewhere begins a line of its own")
  func oneLine() throws {
    let lines = Lines()
    let log = TransportLog(.fields) { lines.write($0) }
    let request = HTTPRequest(
      url: try HTTPURL("https://h/x"), fields: try HTTPFields([("X", "a\u{85}#2 > GET b")]))
    let exchange = ObservedExchange(
      number: 1, request: request, started: .zero, trace: nil, parent: nil)
    log.observe(ObservedEvent(exchange: exchange, kind: .began, at: .zero))
    let failure = TransportFailure(.other, "a\nb\u{2028}c")
    log.observe(ObservedEvent(exchange: exchange, kind: .failed(failure), at: .zero))
    #expect(lines.all.count == 3)
    #expect(lines.all.allSatisfy { line in !line.contains(where: \.isNewline) })
  }
}

extension Request where Value == Answer, Failure == RequestFailure {
  /// Any answer, whatever its status.
  fileprivate static var anyAnswer: Self {
    Request(RequestDetails(method: .get, path: "x"), reading: .answer).validate(.anyStatus)
  }
}
