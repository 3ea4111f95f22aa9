import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Problem details")
struct ProblemDetailsTests {
  private static func read(_ json: String) throws -> ProblemDetails {
    try JSONBodyDecoder().decode(ProblemDetails.self, from: Array(json.utf8))
  }

  @Test("are read with the members of RFC 9457 and with those a problem adds")
  func members() throws {
    let problem = try Self.read(
      #"""
      {"type": "https://h/out-of-credit", "title": "You do not have enough credit.",
       "status": 403, "detail": "Your balance is 30, but that costs 50.",
       "instance": "/account/12345/msgs/abc", "balance": 30, "accounts": ["/a/1", null, {"x": 0.5}]}
      """#)
    #expect(
      problem
        == ProblemDetails(
          type: "https://h/out-of-credit", title: "You do not have enough credit.", status: 403,
          detail: "Your balance is 30, but that costs 50.", instance: "/account/12345/msgs/abc",
          extensions: [
            "balance": .integer(30),
            "accounts": .array([.string("/a/1"), .null, .object(["x": .number(0.5)])]),
          ]))
  }

  @Test("count members of another kind as absent, and are of the type about:blank without one")
  func leniency() throws {
    #expect(try Self.read("{}") == ProblemDetails(type: "about:blank"))
    let odd = #"{"type":1,"title":null,"status":"403","detail":[],"instance":{},"x":true}"#
    #expect(try Self.read(odd) == ProblemDetails(extensions: ["x": .bool(true)]))
    for status in ["99", "1000", "-1", "403.5"] {
      #expect(try Self.read(#"{"status":\#(status)}"#).status == nil)
    }
  }

  @Test("are no list, no text and no number", arguments: ["[]", "\"x\"", "1", "null", "<p/>"])
  func others(_ json: String) {
    #expect(throws: (any Error).self) { try Self.read(json) }
  }

  @Test("are written so that they are read as the same; an extension hides no member")
  func roundTrip() throws {
    let problem = ProblemDetails(
      type: "about:blank", title: "t", status: 404, extensions: ["a": .object(["b": .null])])
    #expect(
      try JSONBodyDecoder().decode(
        ProblemDetails.self, from: try JSONBodyEncoder().encode(problem)) == problem)
    let hiding = ProblemDetails(title: "t", extensions: ["title": .integer(1), "detail": .null])
    let read = try JSONBodyDecoder().decode(
      ProblemDetails.self, from: try JSONBodyEncoder().encode(hiding))
    #expect(read == ProblemDetails(title: "t"))
  }

  @Test("become part of the failure, whatever key path the value has")
  func failureBody() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(
      422, pairs: [("Content-Type", "application/problem+json")],
      bytes: Array(#"{"type":"/bad","errors":[{"pointer":"/name"}]}"#.utf8))
    let sent = bench.send(
      Request<User, RequestFailure>.get("x").value(atKeyPath: "data")
        .failureBody(as: ProblemDetails.self))
    guard case .problem(let problem, let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(problem.type == "/bad")
    #expect(problem.extensions["errors"] == .array([.object(["pointer": .string("/name")])]))
    #expect(failure.status == 422)
    #expect(ProblemDetails.mediaType.contains(failure.response.mediaType))
  }

  @Test("leave the failure what it is when the body is something else, or empty")
  func otherBodies() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(503, text: "<html>").respond(503).respond(503, json: "[]")
    for _ in 0..<3 {
      let sent = bench.send(
        Request<User, RequestFailure>.get("x").failureBody(as: ProblemDetails.self))
      guard case .request(.status(let failure)) = sent.failure else {
        Issue.record("\(sent.events)")
        continue
      }
      #expect(failure.status == 503)
    }
  }

  @Test("may be read at a key path of their own; one that is none sends nothing")
  func keyPath() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(404, json: #"{"error":{"title":"No"}}"#)
    let request = Request<User, RequestFailure>.get("x").value(atKeyPath: "data")
    let sent = bench.send(request.failureBody(as: Problem.self, atKeyPath: "error"))
    guard case .problem(let problem, _) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(problem.title == "No")
    let missed = bench.send(request.failureBody(as: Problem.self, atKeyPath: "errors")).failure
    guard case .request(.status) = missed else {
      Issue.record("\(String(describing: missed))")
      return
    }
    let bad = bench.send(request.failureBody(as: Problem.self, atKeyPath: "error.")).failure
    guard case .request(.invalidRequest) = bad else {
      Issue.record("\(String(describing: bad))")
      return
    }
    #expect(bench.stub.requests.count == 2)
  }

  @Test("have company: an error body may be text or bytes as they are")
  func text() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(500, text: "no JSON")
    let sent = bench.send(Request<User, RequestFailure>.get("x").failureBody(as: String.self))
    guard case .problem("no JSON", _) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
  }
}
