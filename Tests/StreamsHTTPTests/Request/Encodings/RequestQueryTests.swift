import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The query of a request")
struct RequestQueryTests {
  private typealias Ask = Request<Void, RequestFailure>

  private struct Filter: Encodable, Sendable {
    var words = "a b"
    var tags = ["x", "y"]
    var page: Int?
    var on = true
  }

  private static func asked(_ request: Ask, _ encoder: QueryEncoder = QueryEncoder()) -> String? {
    var bench = Bench()
    bench.client.queryEncoder = encoder
    bench.stub.on { _ in true }.respond()
    _ = bench.send(request)
    return bench.stub.requests.first?.url.query
  }

  @Test("has items and the parts of values in the order written, behind that of the path")
  func order() {
    let request = Ask.get("x?first=1").query("a", 1).query(Filter()).query(["z": "2", "b": true])
    #expect(
      Self.asked(request)
        == "first=1&a=1&words=a%20b&tags%5B%5D=x&tags%5B%5D=y&on=true&z=2&b=true")
  }

  @Test("is written by the client's encoder when it is sent, or by the one given")
  func encoder() {
    let plain = QueryEncoder(arrays: .plain, booleans: .numeric)
    let request = Ask.get("x").query(Filter()).query("l", [true])
      .query(Filter(tags: ["z"]), encoder: QueryEncoder()).query("m", [1], encoder: QueryEncoder())
    #expect(
      Self.asked(request, plain) == """
        words=a%20b&tags=x&tags=y&on=1&l=1&words=a%20b&tags%5B%5D=z&on=true&m%5B%5D=1
        """)
  }

  @Test("URL-14: has values of any kind as they are meant, not as Swift shows them")
  func values() {
    let none: Int? = nil
    let request = Ask.get("x")
      .query("date", Date(timeIntervalSince1970: 0)).query("list", ["a", "b"])
      .query("some", Optional(1)).query("none", none).query("text", "abc".prefix(2))
      .query("decimal", Decimal(string: "1.123456")).query("user", User(id: 7, name: "Ada"))
      .query(["none": none, "on": false, "two": 2])
    #expect(
      Self.asked(request) == """
        date=1970-01-01T00%3A00%3A00Z&list%5B%5D=a&list%5B%5D=b&some=1&text=ab\
        &decimal=1.123456&user%5Bid%5D=7&user%5Bname%5D=Ada&on=false&two=2
        """)
  }

  @Test("of no items is none, and no question mark is sent")
  func empty() {
    let requests: [Ask] = [
      Ask.get("x"), Ask.get("x").query([:]), Ask.get("x").query([String: Int]()),
      Ask.get("x").query("l", [Int]()), Ask.get("x").query(Optional<Filter>.none),
    ]
    for request in requests { #expect(Self.asked(request) == nil) }
  }

  @Test("that cannot be written fails the request, names the place, and nothing is sent")
  func failures() {
    let requests: [(Ask, String)] = [
      (Ask.get("x").query("ratio", Double.nan), "\"ratio\", of type Double"),
      (Ask.get("x").query(["a": ["b": Float.infinity]] as [String: [String: Float]]), "\"a.b\""),
      (Ask.get("x").query([1, 2]), "no parts that are named"),
    ]
    for (request, place) in requests {
      let bench = Bench()
      bench.stub.on { _ in true }.respond()
      let sent = bench.send(request)
      guard case .invalidRequest(let failure) = sent.failure, case .query = failure.reason else {
        Issue.record("\(request): \(sent.events)")
        continue
      }
      #expect(failure.description.contains(place), "\(failure)")
      #expect(bench.stub.requests.isEmpty)
    }
  }

  @Test("is encoded once for all attempts, and anew for each send")
  func once() {
    struct Counting: Encodable, Sendable {
      let count = Counter()
      enum Name: CodingKey { case n }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(count.next(), forKey: .n)
      }
    }
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.zero)))
    bench.stub.on { _ in true }.respond(503).respond(200)
    let request = Ask.get("x").query(Counting())
    for _ in 1...2 { #expect(bench.send(request).failure == nil) }
    #expect(bench.stub.requests.map(\.url.query) == ["n=1", "n=1", "n=2"])
  }

  @Test("shows names and types, and no value, in descriptions and dumps")
  func secrets() {
    let query = Ask.get("x").query("token", "hunter2").query(Filter(words: "hunter2"))
      .query(["list": ["hunter2"]]).details.query
    var text = "\(query) \(String(reflecting: query))"
    dump(query, to: &text)
    #expect(!text.contains("hunter2"))
    #expect(query.description == "token=<redacted>&a value of type Filter&list=<redacted>")
    #expect(!query.isEmpty && RequestQuery().isEmpty)
  }
}
