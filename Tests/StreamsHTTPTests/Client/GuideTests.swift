import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

// The code of the guide "Describing requests"; HouseTests compare the two.

// README: begin guide models
private struct Account: Fetchable {
  static let apiBase = "accounts"
  let id: Identifier<Account, Int>
  var name: String
}

private struct Search: Encodable {
  var words: String
  var tags: [String]
  var since: Int?
}

private struct Hit: Decodable, Hashable {
  var title: String
}

extension Request where Value == [Hit], Failure == RequestFailure {
  fileprivate static func hits(_ search: Search) -> Self {
    get("search").query(search).value(atKeyPath: "data.items")
  }
}

extension Request where Value == Void, Failure == RequestFailure {
  fileprivate static var keepAlive: Self { post("keepalive") }
}
// README: end guide models

// README: begin guide endpoint
extension Request where Value == Int, Failure == CodeFailure<Int> {
  fileprivate static var points: Self {
    Request<Int, RequestFailure>.get("points").errorCode(Int.self, at: "errorCode", success: 0)
  }
}
// README: end guide endpoint

// README: begin guide transport
private struct Prepared: Transport {
  var texts: [String: String]

  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    guard let text = texts[request.url.path] else {
      return .fail(TransportFailure(.other, "not prepared", request: request))
    }
    let head = HTTPResponse(status: 200, url: request.url)
    return .sequence([.head(head), .chunk(Array(text.utf8))])
  }
}
// README: end guide transport

// README: begin guide forms
private struct Login: RequestForm {
  struct Session: Decodable { var token: String }
  typealias Value = Session
  var user: String
  var password: String
  var path: RequestPath { "login" }
  var method: HTTPMethod { .post }
  var placing: ParameterPlacing { .form }
  var parameters: some Encodable & Sendable { ["user": user, "password": password] }
  var request: Request<Session, ProblemFailure<ProblemDetails>> {
    plainRequest.failureBody(as: ProblemDetails.self)
  }
}

private struct Photo: UploadForm {
  typealias Value = String
  var title: String
  var bytes: [UInt8]
  var path: RequestPath { "photos" }
  var content: RequestBody {
    .multipart([.text("title", title), .bytes("photo", bytes, filename: "sea.jpg")])
  }
}
// README: end guide forms

private final class Lines: Sendable {
  private let lines = Lock<[String]>([])
  var all: [String] { lines.withLock { $0 } }

  @Sendable func show(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("The guide to describing requests")
struct GuideTests {
  private let bench = Bench()
  private let lines = Lines()

  @Test("ids, queries of values, key paths, requests without an answer")
  func values() {
    let (client, clock, stub) = (bench.client, bench.time, bench.stub)
    stub.on(.get, "/v2/accounts/7").respond(json: #"{"id": 7, "name": "Ada"}"#)
    stub.on(.get, "/v2/search?words=sea%20side&tags%5B%5D=a&tags%5B%5D=b")
      .respond(json: #"{"data": {"items": [{"title": "Sea"}]}}"#)
    stub.on(.post, "/v2/keepalive").respond(204)
    // README: begin guide values
    let account = client.send(.fetching(Account.self, id: 7))  // GET accounts/7
    let hits = client.send(.hits(Search(words: "sea side", tags: ["a", "b"])))
    let both = zip(account, hits.retry(2))  // two fetches, side by side
    let alive = client.send(.keepAlive)  // Void: fails on a bad status
    // README: end guide values
    let (fetched, answered) = (clock.record(both), clock.record(alive.map { true }))
    clock.advance(by: .zero)
    #expect(fetched.values.map(\.0.name) == ["Ada"])
    #expect(fetched.values.map(\.1) == [[Hit(title: "Sea")]])
    #expect(answered.values == [true])
  }

  @Test("forms: parameters, problems, closures, progress")
  func forms() {
    let (client, clock, stub, lines) = (bench.client, bench.time, bench.stub, lines)
    let problem = #"{"title": "Wrong password", "status": 403}"#
    stub.on(.post, "/v2/login").respond(403, text: problem)
      .respond(json: #"{"token": "t"}"#)
    stub.on(.post, "/v2/photos").respond(text: "kept")
    let (show, loading) = (lines.show, Activity())
    // README: begin guide sending
    client.send(
      Login(user: "ada", password: "tide"), success: { _ in show("hello") },
      failure: { failure in
        if case .problem(let problem, _) = failure { show(problem.title ?? "refused") }
        if failure.remedy == .signIn { show("sign in") }
      })
    client.send(Login(user: "ada", password: "sea"))
      .trackActivity(loading)  // on and off, also after a failure or a cancel
      .onFailure { failure in show("\(failure)") }
      .observe(value: { session in show(session.token) })
    client.transfer(Photo(title: "Sea", bytes: [1, 2, 3])).observe(value: { event in
      switch event {
      case .uploaded(let progress): show("\(progress.fraction ?? 0)")
      case .received: break
      case .value(let receipt): show(receipt)
      }
    })
    // README: end guide sending
    clock.advance(by: .zero)
    #expect(lines.all.contains("Wrong password"))
    #expect(lines.all.contains("t"))
    #expect(lines.all.contains("1.0"))
    #expect(lines.all.last == "kept")
  }

  @Test("codes in accepted answers; the command that sends the same")
  func codes() throws {
    let (client, clock, stub) = (bench.client, bench.time, bench.stub)
    stub.on(.get, "/v2/balance").respond(json: #"{"errorCode": 17, "data": null}"#)
    // README: begin guide codes
    let balance = Request<Int, RequestFailure>.get("balance")
      .value(atKeyPath: "data.amount")
      .errorCode(Int.self, at: "errorCode", success: 0)  // fails with CodeFailure<Int>
      .timeout(.seconds(5)).redirects(.deliver).cache(.reload).tagged("money")
    let command = try client.curl(balance)  // what a shell can send; secrets left out
    // README: end guide codes
    let recording = clock.record(client.send(balance))
    clock.advance(by: .zero)
    guard case .code(17, _)? = recording.failure else {
      Issue.record("no code in \(recording)")
      return
    }
    #expect(command.hasPrefix("curl "))
    #expect(command.contains("https://api.example/v2/balance"))
  }

  @Test("an endpoint with codes, over a transport of prepared data")
  func prepared() {
    let client = Client(
      baseURL: "https://h/", transport: Prepared(texts: ["/points": #"{"errorCode": 3}"#]),
      scheduler: bench.time)
    guard case .code(3, _)? = bench.time.record(client.send(.points)).failure else {
      Issue.record("no code")
      return
    }
    let other = bench.time.record(client.send(Request<Int, RequestFailure>.get("other")))
    #expect(TimeoutTests.kind(other.failure) == .other)
  }
}
