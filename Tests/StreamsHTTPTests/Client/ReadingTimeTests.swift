import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Reading in virtual time")
struct ReadingTimeTests {
  private let bench = Bench()

  @Test("happens once, when the last piece is there")
  func pieces() {
    bench.stub.on(.get, "/v2/x").respond(
      pieces: [#"{"data":{"it"#, #"ems":[1,2"#, "]}}"], every: .seconds(1), after: .seconds(1))
    let sent = bench.send(
      Request<[Int], RequestFailure>.get("x").value(atKeyPath: "data.items"))
    bench.time.advance(by: .milliseconds(3_999))
    #expect(sent.events.isEmpty)
    bench.time.advance(by: .milliseconds(1))
    #expect(sent.values == [[1, 2]])
    #expect(sent.isFinished)
  }

  @Test("does not happen after a cancel")
  func cancel() {
    bench.stub.on(.get, "/v2/x").respond(json: "1", after: .seconds(1))
    let decoded = Counter()
    let sent = bench.send(
      Request<Int, RequestFailure>.get("x").map { value in
        decoded.next()
        return value
      })
    sent.cancel()
    bench.time.advance(by: .seconds(2))
    #expect(decoded.value == 0)
    #expect(sent.events.isEmpty)
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
  }

  @Test("is a chain of requests, each with failures of its own type, told as one type")
  func chain() {
    enum Outcome: Error, Equatable {
      case refused(Int)
      case other
    }
    bench.stub.on(.post, "/v2/login")
      .respond(json: #"{"code":0,"session":{"user":7}}"#, after: .seconds(1))
      .respond(json: #"{"code":3}"#, after: .seconds(1))
    bench.stub.on(.get, "/v2/users/7")
      .respond(json: #"{"data":{"id":7,"name":"Ada"}}"#, after: .seconds(1))
    let login = Request<Int, RequestFailure>.post("login").value(atKeyPath: "session.user")
      .errorCode(Int.self, at: "code", success: 0)
      .mapError { failure -> Outcome in
        guard case .code(let code, _) = failure else { return .other }
        return .refused(code)
      }
    let client = bench.client
    let flow = client.send(login).flatMap { id in
      client.send(
        Request<User, RequestFailure>.user(id).value(atKeyPath: "data").mapError { _ in
          Outcome.other
        })
    }
    let first = bench.time.record(flow)
    bench.time.advance(by: .seconds(2))
    #expect(first.values.map(\.name) == ["Ada"])
    let second = bench.time.record(flow)
    bench.time.advance(by: .seconds(2))
    #expect(second.failure == .refused(3))
    #expect(bench.stub.requests.count == 3)
  }

  @Test("sees every attempt of a retry as an answer of its own: the last one is read")
  func retries() {
    var bench = bench
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on(.get, "/v2/x").respond(503, json: #"{"code":1}"#).respond(json: #"{"code":2}"#)
    let sent = bench.send(
      Request<Void, RequestFailure>.get("x").errorCode(Int.self, at: "code"))
    bench.time.advance(by: .seconds(1))
    guard case .code(2, let answer) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(answer.attempts.map(\.outcome) == [.status(503), .status(200)])
  }
}
