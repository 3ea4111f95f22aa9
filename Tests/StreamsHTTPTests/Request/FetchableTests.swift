import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// A model as an app has them.
private struct Member: Fetchable, Codable, Hashable {
  static let apiBase = "user"
  let id: Identifier<Member, Int>
  var name: String

  static let ada = Member(id: 0, name: "Ada")
  static let json = #"{"id":0,"name":"Ada"}"#
}

extension Request where Value == Void, Failure == RequestFailure {
  fileprivate static var keepAlive: Self { .post("keepalive") }
}

@Suite("Fetching")
struct FetchableTests {
  @Test("asks with GET for the model of an id")
  func fetching() {
    let bench = Bench(baseURL: "https://api.example")
    bench.stub.on(.get, "/user/0").respond(json: Member.json)
    #expect(bench.send(.fetching(Member.self, id: 0)).values == [.ada])
    #expect(
      bench.send(Request<Member, RequestFailure>.fetching(id: Member.ada.id)).values == [.ada])
    #expect(bench.stub.requests.map(\.url.string) == ["https://api.example/user/0"] * 2)
    #expect(bench.stub.requests.allSatisfy { $0.method == .get && $0.fields.isEmpty })
  }

  @Test("stays a request: it can be mapped, and be given what any request is given")
  func composing() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/user/0").respond(json: Member.json)
    let name = Request<Member, RequestFailure>.fetching(id: 0)
      .query("full", true).field("Accept", "a/b").map(\.name)
    #expect(bench.send(name).values == ["Ada"])
    #expect(bench.stub.requests.map(\.url.query) == ["full=true"])
    #expect(bench.stub.requests.map { $0.fields["Accept"] } == ["a/b"])
  }

  @Test(
    "puts the id behind the path of its base, and a query after it",
    arguments: [
      ("user", "/v2/user/a%2Fb"), ("/user/", "/v2/user/a%2Fb"), ("", "/v2/a%2Fb"),
      ("user?kind=x", "/v2/user/a%2Fb?kind=x"), ("a/b%20c", "/v2/a/b%20c/a%2Fb"),
      ("https://other.example/u", "/u/a%2Fb"),
    ])
  func bases(_ base: String, _ target: String) {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(json: #"{"id":"a/b"}"#)
    let request = Named.$base.withValue(base) {
      Request<Named, RequestFailure>.fetching(id: "a/b")
    }
    #expect(bench.send(request).values.map(\.id) == ["a/b"])
    #expect(bench.stub.requests.map(\.url.target) == [target])
  }

  @Test("of an id that names nothing fails, and sends nothing", arguments: ["", ".", ".."])
  func refused(_ id: String) {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(json: #"{"id":"x"}"#)
    let sent = bench.send(.fetching(Plain.self, id: id))
    guard case .invalidRequest(let failure) = sent.failure, case .path = failure.reason else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("a request without an answer is a static member, too")
  func keepAlive() {
    let bench = Bench()
    bench.stub.on(.post, "/v2/keepalive").respond(204)
    let sent = bench.time.record(bench.client.send(.keepAlive))
    #expect(sent.values.count == 1)
    #expect(sent.isFinished)
  }

  @Test("asks for nothing at all before it is observed")
  func cold() {
    let bench = Bench()
    _ = bench.client.send(.fetching(Member.self, id: 0))
    #expect(bench.stub.requests.isEmpty)
  }

  private struct Named: Fetchable {
    @TaskLocal static var base = ""
    static var apiBase: String { base }
    let id: Identifier<Named, String>
  }

  private struct Plain: Fetchable {
    static let apiBase = "plain"
    let id: String
  }
}

/// Where a model comes from is the transport's to say.
@Suite("Fetching from anywhere", .timeLimit(.minutes(10)))
struct FetchingFromAnywhereTests {
  /// Rows in memory, read asynchronously, as a database is.
  private actor Database {
    private let rows: [String: String]
    init(_ rows: [String: String]) { self.rows = rows }
    func row(_ key: String) -> String? { rows[key] }
  }

  private struct DatabaseTransport: Transport {
    let database: Database

    func send(
      _ request: HTTPRequest, body: HTTPBody
    ) -> Signal<TransportEvent, TransportFailure> {
      Signal(async: { await database.row(request.url.path) })
        .setFailureType(to: TransportFailure.self).flatMap { row in
          let head = HTTPResponse(status: row == nil ? 404 : 200, url: request.url)
          return .sequence([.head(head)] + (row.map { [.chunk(Array($0.utf8))] } ?? []))
        }
    }
  }

  /// Keeps the answers of the transport behind it.
  private final class CacheTransport: Transport {
    private let next: any Transport
    private let kept = Lock<[HTTPURL: [TransportEvent]]>([:])

    init(_ next: any Transport) { self.next = next }

    func send(
      _ request: HTTPRequest, body: HTTPBody
    ) -> Signal<TransportEvent, TransportFailure> {
      .deferred { [self] in
        if let events = kept.withLock({ $0[request.url] }) { return .sequence(events) }
        return next.send(request, body: body).collect()
          .handleEvents(onValue: { [self] all in kept.withLock { $0[request.url] = all } })
          .flatMap { .sequence($0) }
      }
    }
  }

  @Test("a database")
  func database() async throws {
    let transport = DatabaseTransport(database: Database(["/user/0": Member.json]))
    let client = Client(baseURL: "https://db", transport: transport)
    #expect(try await client.value(for: .fetching(Member.self, id: 0)) == .ada)
    do throws(RequestFailure) {
      _ = try await client.value(for: .fetching(Member.self, id: 1))
      Issue.record("a row that is not there gave a value")
    } catch {
      #expect(error.response?.status == 404)
    }
  }

  @Test("a cache")
  func cache() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/user/0").respond(json: Member.json, after: .seconds(1)).fail(.tls)
    let transport = CacheTransport(bench.stub)
    let client = Client(baseURL: "https://h/v2", transport: transport, scheduler: bench.time)
    let first = bench.time.record(client.send(.fetching(Member.self, id: 0)))
    bench.time.advance(by: .seconds(1))
    let second = bench.time.record(client.send(.fetching(Member.self, id: 0)))
    #expect([first.values, second.values] == [[.ada], [.ada]])
    #expect(bench.stub.requests.count == 1)
  }

  @Test("prepared data")
  func prepared() {
    let transport = ClosureTransport { request, _ in
      .sequence([
        .head(HTTPResponse(status: 200, url: request.url)), .chunk(Array(Member.json.utf8)),
      ])
    }
    let time = TestScheduler()
    let client = Client(baseURL: "https://h", transport: transport, scheduler: time)
    #expect(time.record(client.send(.fetching(Member.self, id: 0))).values == [.ada])
  }

  @Test("a network")
  func network() async throws {
    let server = try LoopbackServer()
    server.route(.get, "/v2/user/0") { _ in .json(Member.json) }
    server.route(.post, "/v2/keepalive") { _ in .status(204) }
    let client = Client(baseURL: server.url("/v2"))
    #expect(try await client.value(for: .fetching(Member.self, id: 0)) == .ada)
    try await client.value(for: .keepAlive)
    #expect(server.log.requests.map(\.target) == ["/v2/user/0", "/v2/keepalive"])
  }

  @Test("and headers that are added do not pile up: one line a name, on every attempt")
  func headers() async throws {
    let server = try LoopbackServer()
    server.route(.get, "/user/0", answers: [.status(503), .status(503), .json(Member.json)])
    let client = Client(baseURL: server.url())
      .adding(.headers(["X-App": "1"])).adding(.headers(["x-app": "2"]))
      .adding(.retry(backoff: .constant(.milliseconds(1))))
      .adding(.headers(["X-App": "3"]))
    for _ in 1...2 {
      #expect(try await client.value(for: .fetching(Member.self, id: 0)) == .ada)
    }
    #expect(server.log.requests.map { $0.values(of: "X-App") } == [["3"]] * 4)
  }
}

private func * <Element>(list: [Element], count: Int) -> [Element] {
  Array(repeating: list, count: count).flatMap { $0 }
}
