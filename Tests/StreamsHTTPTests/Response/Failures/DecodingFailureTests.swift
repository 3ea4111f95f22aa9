import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A decoding failure")
struct DecodingFailureTests {
  private struct Page: Decodable, Sendable { var items: [User] }

  @Test(
    "names the place and what is wrong there",
    arguments: [
      (
        #"{"items":[{"id":1,"name":"a"},{"id":2}]}"#, "items.1",
        DecodingFailure.Reason.missing(key: "name")
      ),
      (#"{"items":[{"id":"1","name":"a"}]}"#, "items.0.id", .mismatch(expected: "Int")),
      (#"{"items":[{"id":null,"name":"a"}]}"#, "items.0.id", .null(expected: "Int")),
      (#"{"items":["#, "", .malformed(offset: 10)),
      ("<html>", "", .malformed(offset: 0)),
      ("", "", .empty),
    ])
  func places(_ body: String, _ path: String, _ reason: DecodingFailure.Reason) {
    let failure = Self.failure(of: body)
    #expect(failure?.codingPath == path)
    #expect(failure?.reason == reason)
    #expect(failure?.response.status == 200)
    #expect(failure?.body == Array(body.utf8))
  }

  @Test("keeps the first 4 KiB of the body and tells its whole size")
  func bodyIsCut() {
    let failure = Self.failure(of: String(repeating: "x", count: 10_000))
    #expect(failure?.body.count == 4096)
    #expect(failure?.bodyCount == 10_000)
  }

  @Test("prints in three lines, without the body")
  func description() {
    let failure = Self.failure(of: #"{"items":[{"id":"hunter2","name":"hunter2"}]}"#)
    #expect(
      failure?.description == """
        "items.0.id" is not a value of type Int
          asked: GET https://api.example/v2/x
          came:  200, 45 bytes of application/json
        """)
  }

  @Test("names a key in the words of a key path, and the path it was on the way along")
  func keyPath() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(json: #"{"da.ta":{"items":[{"id":1,"name":"a"}]}}"#)
    let items = Request<Int, RequestFailure>.get("x").value(atKeyPath: #"da\.ta.items.7.id"#)
    #expect(
      bench.send(items).failure?.description == #"""
        "da\.ta.items" is a list of 1, and has no element 7, on the way to "da\.ta.items.7.id"
          asked: GET https://api.example/v2/x
          came:  200, 41 bytes of application/json
        """#)
    let whole = Request<[String: [String: Int]], RequestFailure>.get("x")
    guard case .decoding(let failure) = bench.send(whole).failure else {
      Issue.record("no failure")
      return
    }
    #expect(failure.codingPath == #"da\.ta.items"#)
    #expect(failure.valuePath == nil)
  }

  @Test("says of a body that is no JSON where it stops being JSON")
  func malformed() {
    let failure = Self.failure(of: #"{"items":[1,]}"#)
    #expect(failure?.description.hasPrefix("the body is not well-formed from byte 12 on\n") == true)
  }

  private static func failure(of body: String) -> DecodingFailure? {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(json: body)
    let sent = bench.send(Request<Page, RequestFailure>.get("x"))
    if case .decoding(let failure) = sent.failure { return failure }
    return nil
  }
}
