import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that the fields of other request layers have had.
@Suite("Header faults")
struct HeaderFaults {
  private typealias Ask = Request<Answer, RequestFailure>

  private static func ask(_ method: HTTPMethod = .get, body: RequestBody = .none) -> Ask {
    Ask(RequestDetails(method: method, path: "x", body: body), reading: .answer)
  }

  @Test("HDR-2, HDR-3: no value of a repeated field is lost, and cookies are never joined")
  func repeated() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(
      200,
      pairs: [
        ("X-A", "1"), ("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT"), ("x-a", "2"),
        ("set-cookie", "b=2"),
      ])
    let fields = bench.send(Self.ask()).values.first?.response.fields
    #expect(fields?.values(of: "X-A") == ["1", "2"])
    #expect(fields?["x-A"] == "1, 2")
    #expect(
      fields?.values(of: "Set-Cookie") == ["a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "b=2"])
  }

  @Test(
    "HDR-6, HDR-7: a line break is refused wherever fields come in, and nothing is sent",
    arguments: [
      ("X-A", "a\r\nX-Injected: 1"), ("X-A", "a\nb"), ("X-A", "a\0b"), ("X-A\r\nX-Injected", "1"),
      ("Bad Name", "3"), ("", "1"), ("X-A:", "1"),
    ])
  func injection(_ name: String, _ value: String) {
    for place in 0..<4 {
      var bench = Bench()
      bench.stub.on { _ in true }.respond()
      var request = Self.ask()
      switch place {
      case 0: request = request.field(name, value)
      case 1: request = request.addingField(name, value)
      case 2: bench.client = bench.client.adding(.headers([name: value]))
      default: bench.client = bench.client.adding(.headers([name: value])).adding(.retry())
      }
      let sent = bench.send(request)
      bench.time.advance(by: .seconds(100))
      #expect(sent.failure != nil)
      #expect(sent.failure?.isTransient == false)
      #expect(bench.stub.requests.isEmpty)
    }
    #expect(throws: InvalidField.self) { try HTTPFields([(name, value)]) }
  }

  @Test("HDR-11: what frames the message is never the caller's to say against the body")
  func framing() {
    let bodies: [RequestBody] = [
      .none, .raw(.bytes([1, 2, 3, 4]), contentType: "a/b"),
      .raw(.once(length: nil, .just([1])), contentType: "a/b"),
      .raw(.replayable(length: 1) { .just([1]) }, contentType: "a/b"),
    ]
    for body in bodies {
      for (name, value) in [("content-length", "99"), ("TRANSFER-ENCODING", "chunked")] {
        let bench = Bench()
        bench.stub.on { _ in true }.respond()
        let sent = bench.send(Self.ask(.post, body: body).field(name, value))
        guard case .invalidRequest = sent.failure else {
          Issue.record("\(name) with \(body): \(sent.events)")
          continue
        }
        #expect(bench.stub.requests.isEmpty)
      }
    }
  }

  @Test("HDR-12: content with GET, HEAD or TRACE is refused before anything is sent")
  func contentWithoutMeaning() {
    for method: HTTPMethod in [.get, .head, .trace] {
      for body: HTTPBody in [.bytes([]), .bytes([1]), .once(length: nil, .never())] {
        let bench = Bench()
        bench.stub.on { _ in true }.respond()
        let sent = bench.send(Self.ask(method, body: .raw(body, contentType: "a/b")))
        guard case .invalidRequest(let failure) = sent.failure else {
          Issue.record("\(method) with \(body): \(sent.events)")
          continue
        }
        #expect(failure.reason == .bodyNotAllowed(method))
        #expect(bench.stub.requests.isEmpty)
      }
    }
  }
}
