import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("An answer is accepted")
struct ResponseValidationTests {
  private static func send(
    _ validation: ResponseValidation, _ type: String?, status: HTTPStatus = 200, body: String = "1"
  ) -> Recording<[UInt8], RequestFailure> {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(
      status, pairs: type.map { [("Content-Type", $0)] } ?? [], bytes: Array(body.utf8))
    return bench.send(Request<[UInt8], RequestFailure>.get("x").validate(validation))
  }

  @Test(
    "DEC-10: by its media type, without case and parameters",
    arguments: [
      ("application/json", true), ("Application/JSON; charset=utf-8", true), ("image/png", true),
      ("IMAGE/x.y+z;q=1", true), ("text/html", false), ("application/jsonx", false),
      ("application/problem+json", false), ("text", false), ("", false), ("a/b/c", false),
      ("application/json, text/html", false), ("application/", false), (nil, false),
      ("x-application/json", false), ("image", false),
    ] as [(String?, Bool)])
  func mediaType(_ type: String?, _ isAccepted: Bool) {
    let sent = Self.send(.contentType("application/json", "image/*"), type)
    #expect(sent.values.isEmpty != isAccepted, "\(sent.events)")
  }

  @Test("DEC-10: whatever its type is, or is not, under */*; of no type under a range that is none")
  func ranges() {
    for type in ["a/b", "text", "", nil] {
      #expect(Self.send(.contentType("*/*"), type).values.count == 1)
      for range in ["*", "json", "*/json", "", "a/b/c", "*/"] {
        #expect(Self.send(.success.contentType([MediaRange(range)]), type).values.isEmpty)
      }
    }
    #expect(Self.send(.success.contentType([]), "a/b").values.isEmpty)
    #expect(Self.send(.contentType("text/*; q=0.5"), "text/html").values.count == 1)
  }

  @Test("DEC-10: of any type when it has no body")
  func empty() {
    #expect(Self.send(.contentType("application/json"), nil, status: 204, body: "").values == [[]])
    #expect(Self.send(.contentType("application/json"), "a/b", body: "").values == [[]])
  }

  @Test("by its status first; the type narrows what the status allows")
  func status() {
    guard case .status = Self.send(.contentType("a/b"), "c/d", status: 404).failure else {
      Issue.record("no refused status")
      return
    }
    let both = ResponseValidation.statuses(400..<500).contentType("a/b")
    #expect(Self.send(both, "a/b", status: 404).values.count == 1)
    #expect(Self.send(both, "a/b", status: 200).values.isEmpty)
    #expect(Self.send(both, "c/d", status: 404).values.isEmpty)
  }

  @Test("or its failure says what was asked for and what came, and keeps the body")
  func failure() {
    let sent = Self.send(.contentType("application/json", "text/*"), "Image/PNG", body: "12")
    guard case .decoding(let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(failure.reason == .mediaType(accepted: ["application/json", "text/*"]))
    #expect(failure.body == Array("12".utf8))
    #expect(
      failure.description == """
        the body is not of the type application/json or text/*
          asked: GET https://api.example/v2/x
          came:  200, 2 bytes of Image/PNG
        """)
  }
}
