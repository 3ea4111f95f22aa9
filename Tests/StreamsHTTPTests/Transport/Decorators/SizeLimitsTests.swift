import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The size limits")
struct SizeLimitsTests {
  private static func head(
    _ fields: [(String, String)] = [], _ status: HTTPStatus = 200
  ) throws -> HTTPResponse {
    HTTPResponse(
      status: status, fields: try HTTPFields(fields), url: try HTTPURL("https://h/x"))
  }

  @Test("let a body of just that size pass, and stop one of a byte more when it comes")
  func body() {
    for (size, passes) in [(6, true), (5, false)] {
      var bench = Bench()
      bench.client = bench.client.adding(.limits(body: size))
      bench.stub.on { _ in true }.respond(pieces: ["ab", "cd", "ef", "gh"], every: .seconds(1))
      bench.stub.on(.get, "/v2/x").respond(pieces: ["ab", "cd", "ef"], every: .seconds(1))
      let sent = bench.send(Request<String, RequestFailure>.get("x"))
      bench.time.advance(by: .seconds(10))
      #expect(sent.values == (passes ? ["abcdef"] : []))
      #expect(TimeoutTests.kind(sent.failure) == (passes ? nil : .tooLarge))
      #expect(bench.stub.exchanges.map(\.ending) == [passes ? .finished : .cancelled])
    }
  }

  @Test("count nothing but heads and bytes: a report passes")
  func reports() {
    var bench = Bench()
    let report = TransportEvent.report(ExchangeReport(transport: "test"))
    let transport = ClosureTransport { request, _ in
      .sequence([report, .head(HTTPResponse(status: 200, url: request.url)), .chunk([1])])
    }
    bench.client = Client(baseURL: "https://h", transport: transport, scheduler: bench.time)
      .adding(.limits(body: 1, fields: 10)).adding(.observing(ObserverProbe()))
    let sent = bench.send(Request<[UInt8], RequestFailure>.get("x"))
    #expect(sent.values == [[1]])
  }

  @Test("stop an answer whose head says that it is too long, before anything of it comes")
  func announced() throws {
    for (fields, method, isTooLarge) in [
      ([("Content-Length", "11")], HTTPMethod.get, true), ([("Content-Length", "10")], .get, false),
      // A HEAD has no body, and a coded length is not that of the body.
      ([("Content-Length", "11")], .head, false),
      ([("Content-Length", "11"), ("Content-Encoding", "gzip")], .get, false),
      ([("Content-Length", "x")], .get, false),
    ] {
      var check = SizeCheck(body: 10, fields: nil)
      let excess = check.excess(in: .head(try Self.head(fields)), of: method)
      #expect((excess != nil) == isTooLarge, "\(fields)")
    }
  }

  @Test("count the fields of a head, of an informational one too")
  func fields() throws {
    // Two names and values of 1 and four more each.
    let head = try Self.head([("A", "b"), ("C", "\u{E9}")])
    for (limit, isTooLarge) in [(12, false), (11, true), (0, true)] {
      var check = SizeCheck(body: nil, fields: limit)
      let excess = [
        check.excess(in: .head(head), of: .get), check.excess(in: .informational(head), of: .get),
      ]
      #expect(excess.allSatisfy { ($0 != nil) == isTooLarge })
    }
  }

  @Test("begin anew with a further attempt")
  func anew() throws {
    var check = SizeCheck(body: 3, fields: nil)
    let attempt = Attempt(
      number: 1, started: .zero, ended: .zero, outcome: .failure(.connectionLost))
    let events: [TransportEvent] = [
      .head(try Self.head()), .chunk([1, 2]), .retrying(after: attempt), .head(try Self.head()),
      .chunk([1, 2]), .chunk([3]), .chunk([4]),
    ]
    let excess = events.map { check.excess(in: $0, of: .get) != nil }
    #expect(excess == [false, false, false, false, false, false, true])
  }

  @Test("keep the contract of a decorator")
  func contract() async throws {
    let request = HTTPRequest(url: try HTTPURL("https://h/a"))
    let violations = await TransportContract.violations(
      ofDecorator: { SizeLimits($0, body: 1, fields: 1) }, request: request)
    #expect(violations.isEmpty)
  }
}
