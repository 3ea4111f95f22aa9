import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("The remedy of a failure")
struct RemedyTests {
  private static func failure(
    _ status: HTTPStatus, _ pairs: [(String, String)] = []
  ) -> RequestFailure? {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(status, pairs: pairs)
    return bench.send(.user(7)).failure
  }

  @Test(
    "follows the status",
    arguments: [
      (401, .signIn), (407, .signIn), (408, .retry(after: nil)), (425, .retry(after: nil)),
      (429, .retry(after: nil)), (500, .retry(after: nil)), (503, .retry(after: nil)),
      (400, .mendRequest), (409, .mendRequest), (413, .mendRequest), (422, .mendRequest),
      (403, .none), (404, .none), (410, .none), (451, .none), (501, .report), (505, .report),
      (304, .report), (302, .report), (600, .report),
    ] as [(HTTPStatus, Remedy)])
  func statuses(_ status: HTTPStatus, _ remedy: Remedy) {
    #expect(Self.failure(status)?.remedy == remedy)
  }

  @Test(
    "follows the kind of a transport's failure, each of them",
    arguments: TransportFailure.Kind.allCases)
  func transport(_ kind: TransportFailure.Kind) {
    let remedy = RequestFailure.transport(TransportFailure(kind)).remedy
    #expect(
      (remedy == .retry(after: nil)) == RequestFailure.transport(TransportFailure(kind)).isTransient
    )
    #expect((remedy == .mendRequest) == (kind == .invalidRequest || kind == .bodyFailed))
    #expect((remedy == .signIn) == (kind == .notAuthorized))
    #expect(remedy != .none)
  }

  @Test("is to mend what could not be sent, to report what could not be read, else nothing")
  func others() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(text: "<html>")
    #expect(bench.send(.user(7)).failure?.remedy == .report)
    #expect(bench.send(.user(7).field("a b", "")).failure?.remedy == .mendRequest)
    #expect(RequestFailure.cancelled.remedy == .none)
  }

  @Test("says how long to wait, when the server does, in either form")
  func retryAfter() {
    let now = Duration.seconds(1_445_412_420)
    let later = ("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")
    let date = ("Date", "Wed, 21 Oct 2015 07:27:30 GMT")
    #expect(Self.failure(503, [("Retry-After", "7")])?.remedy == .retry(after: .seconds(7)))
    #expect(Self.failure(413, [("Retry-After", "7")])?.remedy == .retry(after: .seconds(7)))
    #expect(Self.failure(403, [("Retry-After", "7")])?.remedy == .retry(after: .seconds(7)))
    #expect(Self.failure(401, [("Retry-After", "7")])?.remedy == .signIn)
    #expect(Self.failure(503, [later, date])?.remedy == .retry(after: .seconds(30)))
    #expect(Self.failure(503, [later])?.remedy == .retry(after: nil))
    #expect(Self.failure(503, [later])?.remedy(at: now) == .retry(after: .seconds(60)))
    #expect(Self.failure(503, [later, date])?.remedy(at: now) == .retry(after: .seconds(60)))
    #expect(Self.failure(503, [("Retry-After", "soon")])?.remedy == .retry(after: nil))
    #expect(
      Self.failure(503, [later, ("Date", "Wednesday, 21-Oct-26 07:27:30 GMT")])?.remedy
        == .retry(after: nil))
  }

  @Test("of a problem or a code is that of the failure below; a code alone knows none")
  func typedFailures() throws {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(429, json: #"{"title":"Slow"}"#).fail(.tls)
      .respond(json: #"{"code":1}"#).respond(401)
    let problem = Request<User, RequestFailure>.user(7).failureBody(as: Problem.self)
    let code = Request<User, RequestFailure>.user(7).errorCode(Int.self, at: "code")
    #expect(bench.send(problem).failure?.remedy == .retry(after: nil))
    #expect(bench.send(problem).failure?.remedy == .report)
    #expect(try #require(bench.send(code).failure).remedy == .none)
    #expect(bench.send(code).failure?.remedy == .signIn)
  }
}
