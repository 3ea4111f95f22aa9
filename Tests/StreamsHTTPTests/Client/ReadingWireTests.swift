import Foundation
import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

@Suite("An answer over a real socket", .timeLimit(.minutes(10)))
struct ReadingWireTests {
  private let server: LoopbackServer
  private let client: Client

  init() throws {
    server = try LoopbackServer()
    client = Client(baseURL: server.url())
  }

  private func failure<Value, Failure>(_ request: Request<Value, Failure>) async throws -> Failure {
    let unexpected: String
    do throws(Failure) {
      unexpected = "\(try await client.value(for: request))"
    } catch {
      return error
    }
    throw Unexpected(text: unexpected)
  }

  private struct Unexpected: Error { var text: String }

  @Test("is read at a key path, in whatever pieces it came")
  func keyPath() async throws {
    let parts = [#"{"da"#, #"ta":{"items":[{"id":7,"na"#, #"me":"A"#, #"da"}]},"page":null}"#]
    server.route(.get, "/x", answers: [.chunked(parts).pausing(.milliseconds(2))])
    let request = Request<User, RequestFailure>.get("x")
    #expect(try await client.value(for: request.value(atKeyPath: "data.items.0")).name == "Ada")
    let page = Request<Int?, RequestFailure>.get("x").value(atKeyPath: "page")
    #expect(try await client.value(for: page) == nil)
    guard case .decoding(let failure) = try await failure(request.value(atKeyPath: "data.item"))
    else {
      Issue.record("no failure to decode")
      return
    }
    #expect(failure.reason == .missing(key: "item"))
    #expect(server.log.requests(to: "/x").count == 3)
  }

  @Test("is not asked for at a path that is none")
  func badPath() async throws {
    server.route(.get, "/x", answers: [.json("{}")])
    guard
      case .invalidRequest = try await failure(
        Request<Int, RequestFailure>.get("x").value(atKeyPath: "a..b"))
    else {
      Issue.record("no invalid request")
      return
    }
    #expect(server.log.requests.isEmpty)
  }

  @Test(
    "DEC-4: is never empty when its body broke off", arguments: [ServerAnswer.Fault.reset, .close])
  func brokenOff(_ fault: ServerAnswer.Fault) async throws {
    for point in [0, 4] {
      server.route(
        .get, "/x", answers: [.json(#"{"a":{"id":7}}"#).broken(fault, at: .body(point))])
      let request = Request<User?, RequestFailure>.get("x").value(atKeyPath: "a")
      guard case .transport(let failure) = try await failure(request) else {
        Issue.record("no failure of the transport")
        continue
      }
      #expect(failure.kind == .connectionLost)
    }
  }

  @Test("DEC-2, DEC-11: is empty for HEAD, 204, 205 and 304, and each value makes its own of it")
  func empty() async throws {
    server.route("*", "/x") { request in
      .status(Int(request.query ?? "") ?? 200)
    }
    for (method, status) in [
      (HTTPMethod.get, 204), (.put, 204), (.get, 205), (.get, 304), (.head, 200),
    ] {
      let details = RequestDetails(method: method, path: RequestPath("x?\(status)"))
      func request<Value>(
        _ reading: Reading<Value, RequestFailure>
      ) -> Request<Value, RequestFailure> {
        Request(details, reading: reading).validate(.success(or: 304))
      }
      #expect(try await client.value(for: request(Reading<User?, _>.decoded)) == nil)
      #expect(try await client.value(for: request(Reading<String, _>.decoded)).isEmpty)
      #expect(try await client.value(for: request(Reading<Data, _>.decoded)).isEmpty)
      try await client.value(for: request(.nothing))
      let optional = request(Reading<User?, _>.decoded).value(atKeyPath: "data.user")
      #expect(try await client.value(for: optional) == nil)
      guard
        case .decoding(let failure) = try await failure(request(Reading<[User], _>.decoded))
      else {
        Issue.record("\(method) \(status): no failure to decode")
        continue
      }
      #expect(failure.reason == .empty)
    }
  }

  @Test("with a business code fails with it, beside one that has none")
  func codes() async throws {
    server.route(.get, "/good", answers: [.json(#"{"errorCode":0,"data":{"id":7,"name":"Ada"}}"#)])
    server.route(.get, "/bad", answers: [.json(#"{"errorCode":17,"data":null}"#)])
    func request(_ path: RequestPath) -> Request<User, CodeFailure<Int>> {
      Request<User, RequestFailure>.get(path)
        .value(atKeyPath: "data").errorCode(Int.self, at: "errorCode", success: 0)
    }
    async let good = client.value(for: request("good"))
    async let bad = failure(request("bad"))
    #expect(try await good.id == 7)
    guard case .code(17, let answer) = try await bad else {
      Issue.record("no code")
      return
    }
    #expect(answer.response.status == 200)
    #expect(answer.response.mediaType?.essence == "application/json")
  }

  @Test("with problem details fails with them, and with what to do about it")
  func problems() async throws {
    var answer = ServerAnswer(
      status: 503, body: [Array(#"{"title":"Out of service","status":503,"until":"noon"}"#.utf8)])
    answer.fields = [
      ServerField("Content-Type", "application/problem+json"), ServerField("Retry-After", "120"),
    ]
    server.route(.get, "/x", answers: [answer])
    let request = Request<User, RequestFailure>.get("x").failureBody(as: ProblemDetails.self)
    let failure = try await failure(request)
    guard case .problem(let problem, let refused) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(problem.title == "Out of service")
    #expect(problem.status == refused.status)
    #expect(problem.extensions == ["until": .string("noon")])
    #expect(failure.remedy == .retry(after: .seconds(120)))
    #expect(failure.recoverySuggestion == "Try again in 2 minutes.")
  }

  @Test("DEC-10: of another media type is refused, with its body kept")
  func contentType() async throws {
    server.route(.get, "/x", answers: [.text("<p>Sign in to the café</p>")])
    let request = Request<String, RequestFailure>.get("x").validate(
      .contentType("application/json"))
    guard case .decoding(let failure) = try await failure(request) else {
      Issue.record("no failure to decode")
      return
    }
    #expect(failure.reason == .mediaType(accepted: ["application/json"]))
    #expect(failure.body == Array("<p>Sign in to the café</p>".utf8))
    #expect(try await client.value(for: request.validate(.contentType("text/*"))).contains("café"))
  }
}
