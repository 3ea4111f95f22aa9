import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Forms as an app has them.
private struct Login: RequestForm {
  typealias Value = User
  var user, password: String
  var path: RequestPath { "login" }
  var method: HTTPMethod { .post }
  var parameters: some Encodable & Sendable { ["user": user, "password": password] }
}

private struct Search: RequestForm {
  struct Filter: Encodable {
    var words: String
    var tags: [String]
  }
  typealias Value = [String]
  var filter: Filter
  var method = HTTPMethod.get
  var placing = ParameterPlacing.byMethod
  var path: RequestPath { "search" }
  var parameters: Filter { filter }
  var valuePath: ValuePath? { "data.items" }
}

private struct KeepAlive: RequestForm {
  typealias Value = Void
  var path: RequestPath { "keepalive" }
  var method: HTTPMethod { .post }
}

private struct Balance: CodedForm {
  typealias Value = Int
  typealias Code = Int
  var path: RequestPath { "balance" }
  var valuePath: ValuePath? { "data" }
  var errorCodePath: ValuePath { "errorCode" }
  var successCodes: [Int] { [0] }
}

private struct Registration: RequestForm {
  typealias Value = User
  var path: RequestPath { "users" }
  var method: HTTPMethod { .post }
  var request: Request<User, ProblemFailure<Problem>> {
    plainRequest.timeout(.seconds(5)).failureBody(as: Problem.self)
  }
}

@Suite("Forms")
struct RequestFormTests {
  private let bench = Bench()
  private let ada = User(id: 7, name: "Ada")
  private let login = Login(user: "ada", password: "p&q")

  @Test("are requests of their own type: method, path, parameters, value")
  func basics() {
    bench.stub.on(.post, "/v2/login").respond(json: #"{"id":7,"name":"Ada"}"#)
    let sent = bench.time.record(bench.client.send(login))
    #expect(sent.events.map(\.event) == [.value(ada), .finished])
    let exchange = bench.stub.exchanges.first
    #expect(exchange?.body == Array(#"{"password":"p&q","user":"ada"}"#.utf8))
    #expect(exchange?.request.fields["Content-Type"] == "application/json")
    #expect(exchange?.request.fields["Accept"] == "application/json")
  }

  @Test("are sent by nothing but an observation, and anew by each")
  func cold() {
    bench.stub.on(.post, "/v2/login").respond(json: #"{"id":7,"name":"Ada"}"#)
    let signal = bench.client.send(login)
    #expect(bench.stub.requests.isEmpty)
    for _ in 1...2 { #expect(bench.time.record(signal).values == [ada]) }
    #expect(bench.stub.requests.count == 2)
  }

  @Test(
    "put parameters in the query where the method has no use for a body, else in the body",
    arguments: [
      (HTTPMethod.get, true), (.head, true), (.delete, true), (.post, false), (.put, false),
      (.patch, false),
    ])
  func placingByMethod(_ method: HTTPMethod, _ isQuery: Bool) {
    bench.stub.on { _ in true }.respond(json: #"{"data":{"items":[]}}"#)
    let search = Search(filter: .init(words: "a b", tags: ["x", "y"]), method: method)
    _ = bench.time.record(bench.client.send(search))
    let exchange = bench.stub.exchanges.first
    let query = "words=a%20b&tags%5B%5D=x&tags%5B%5D=y"
    #expect(exchange?.request.url.query == (isQuery ? query : nil))
    #expect(
      exchange?.body
        == Array((isQuery ? "" : #"{"tags":["x","y"],"words":"a b"}"#).utf8))
  }

  @Test("put parameters where they say, by the client's encoders")
  func placing() {
    var client = bench.client
    client.queryEncoder = QueryEncoder(arrays: .plain)
    bench.stub.on { _ in true }.respond(json: #"{"data":{"items":["b"]}}"#)
    let filter = Search.Filter(words: "a b", tags: ["x", "y"])
    for placing in [ParameterPlacing.query, .form, .body] {
      let search = Search(filter: filter, method: .post, placing: placing)
      #expect(bench.time.record(client.send(search)).values == [["b"]])
    }
    #expect(
      bench.stub.requests.map(\.url.query) == ["words=a%20b&tags=x&tags=y", nil, nil])
    #expect(
      bench.stub.exchanges.map { String(decoding: $0.body, as: UTF8.self) } == [
        "", "words=a+b&tags=x&tags=y", #"{"tags":["x","y"],"words":"a b"}"#,
      ])
    #expect(
      bench.stub.requests.map { $0.fields["Content-Type"] } == [
        nil, "application/x-www-form-urlencoded", "application/json",
      ])
  }

  @Test("with a body where the method has none fail, and nothing is sent")
  func noPlace() {
    let search = Search(filter: .init(words: "a", tags: []), method: .get, placing: .body)
    let sent = bench.time.record(bench.client.send(search))
    guard case .invalidRequest(let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(failure.reason == .bodyNotAllowed(.get))
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("without parameters or an answer send and read nothing")
  func nothing() {
    bench.stub.on(.post, "/v2/keepalive").respond(204)
    let sent = bench.time.record(bench.client.send(KeepAlive()))
    #expect(sent.values.count == 1)
    #expect(sent.isFinished)
    let request = bench.stub.exchanges.first
    #expect(request?.body == [])
    #expect(request?.request.fields["Content-Type"] == nil)
    #expect(request?.request.url.query == nil)
  }

  @Test("read a value at a path, and fail with a code at another")
  func codes() {
    bench.stub.on(.get, "/v2/balance")
      .respond(json: #"{"errorCode":0,"data":5}"#).respond(json: #"{"errorCode":17,"data":null}"#)
      .respond(503)
    #expect(bench.time.record(bench.client.send(Balance())).values == [5])
    let refused = bench.time.record(bench.client.send(Balance()))
    guard case .code(17, let answer) = refused.failure else {
      Issue.record("\(refused.events)")
      return
    }
    #expect(answer.response.status == 200)
    let busy = bench.time.record(bench.client.send(Balance()))
    guard case .request(.status(let failure)) = busy.failure else {
      Issue.record("\(busy.events)")
      return
    }
    #expect(failure.status == 503)
  }

  @Test("may make their request themselves, with a failure and settings of their own")
  func ownRequest() {
    bench.stub.on(.post, "/v2/users").respond(409, json: #"{"title":"taken"}"#)
      .respond(json: "{}", after: .seconds(6))
    let refused = bench.time.record(bench.client.send(Registration()))
    guard case .problem(let problem, _) = refused.failure else {
      Issue.record("\(refused.events)")
      return
    }
    #expect(problem.title == "taken")
    let late = bench.time.record(bench.client.send(Registration()))
    bench.time.advance(by: .seconds(5))
    guard case .request(.transport(let failure)) = late.failure else {
      Issue.record("\(late.events)")
      return
    }
    #expect(failure.kind == .timedOut)
  }

  @Test("are plain requests to whoever wants one: mapped, changed, with the response")
  func plain() {
    bench.stub.on(.post, "/v2/login").respond(json: #"{"id":7,"name":"Ada"}"#)
    let request = login.request.query("x", 1).map(\.name).withResponse()
    let sent = bench.send(request)
    #expect(sent.values.map(\.value) == ["Ada"])
    #expect(sent.values.map(\.response.status) == [200])
    #expect(bench.stub.requests.map(\.url.query) == ["x=1"])
  }

  @Test("wait for a value as async code, and throw the form's own failure")
  func asyncValue() async throws {
    bench.stub.on(.get, "/v2/balance").respond(json: #"{"data":5}"#)
      .respond(json: #"{"errorCode":17}"#)
    #expect(try await bench.client.value(for: Balance()) == 5)
    do throws(CodeFailure<Int>) {
      _ = try await bench.client.value(for: Balance())
      Issue.record("a code gave a value")
    } catch {
      guard case .code(17, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("run exactly one closure, once; those left out are the client's")
  func closures() {
    var client = bench.client
    let log = Lock<[String]>([])
    let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
    client.onSuccess = { _ in note("client success") }
    client.onFailure = { _ in note("client failure") }
    bench.stub.on(.get, "/v2/balance").respond(json: #"{"data":5}"#)
      .respond(json: #"{"errorCode":17}"#).respond(json: #"{"data":6}"#).respond(404)
    client.send(Balance(), success: { note("success \($0)") }, failure: { _ in note("failure") })
    client.send(Balance(), success: { note("success \($0)") }, failure: { _ in note("failure") })
    client.send(Balance(), failure: { _ in note("failure") })
    client.send(Balance(), received: { _ in note("received") }, success: nil)
    #expect(
      log.withLock { $0 } == ["success 5", "failure", "client success", "client failure"])
  }
}
