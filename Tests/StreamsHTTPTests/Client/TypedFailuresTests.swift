import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

private enum ProfileFailure: Error, Equatable {
  case signedOut(Problem)
  case noDocuments(Int)
  case other(RequestFailure)
}

/// What several requests fail with together is one type, and it is known which of them failed.
@Suite("Requests that are sent together")
struct TypedFailuresTests {
  private let bench = Bench()

  private var session: Request<User, ProfileFailure> {
    Request<User, RequestFailure>.post("session").failureBody(as: Problem.self).mapError {
      switch $0 {
      case .problem(let problem, _): .signedOut(problem)
      case .request(let failure): .other(failure)
      }
    }
  }

  private func documents(of id: Int) -> Request<[Int], ProfileFailure> {
    Request<[Int], RequestFailure>.get("users/\(id)/documents").mapError { failure in
      failure.response == nil ? .other(failure) : .noDocuments(id)
    }
  }

  private var chained: Signal<[Int], ProfileFailure> {
    let client = bench.client
    return client.send(session).flatMap { user in client.send(documents(of: user.id)) }
  }

  @Test("one after the other: the second is asked with what the first gave")
  func chain() {
    bench.stub.on(.post, "/v2/session").respond(json: #"{"id": 7, "name": "Ada"}"#)
    bench.stub.on(.get, "/v2/users/7/documents").respond(json: "[1, 2]", after: .seconds(1))
    let recording = bench.time.record(chained)
    bench.time.advance(by: .seconds(1))
    #expect(recording.values == [[1, 2]])
    #expect(recording.isFinished)
  }

  @Test("one after the other: a failure of the first is typed, and the second is not asked")
  func firstFails() {
    bench.stub.on(.post, "/v2/session").respond(401, json: #"{"title": "No"}"#)
    #expect(bench.time.record(chained).failure == .signedOut(Problem(title: "No")))
    #expect(bench.stub.requests.count == 1)
  }

  @Test("one after the other: a failure of the second says which it was")
  func secondFails() {
    bench.stub.on(.post, "/v2/session").respond(json: #"{"id": 7, "name": "Ada"}"#)
    bench.stub.on(.get, "/v2/users/7/documents").respond(404)
    #expect(bench.time.record(chained).failure == .noDocuments(7))
  }

  @Test("side by side: the first failure is the whole's, typed, and cancels the others")
  func parallel() {
    bench.stub.on(.post, "/v2/session").respond(401, json: #"{"title": "No"}"#, after: .seconds(1))
    bench.stub.on(.get, "/v2/users/7/documents").respond(json: "[1]", after: .seconds(9))
    let client = bench.client
    let recording = bench.time.record(
      zip(client.send(session), client.send(documents(of: 7)), client.send(documents(of: 7))))
    #expect(bench.stub.requests.count == 3)
    bench.time.advance(by: .seconds(1))
    #expect(recording.failure == .signedOut(Problem(title: "No")))
    #expect(bench.stub.exchanges.map(\.ending) == [.finished, .cancelled, .cancelled])
  }
}
