import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

/// Faults that the length of a request's body has had.
@Suite("Length faults", .timeLimit(.minutes(10)))
struct LengthFaults {
  private let server: LoopbackServer
  private let transport = URLSessionTransport()

  init() throws {
    server = try LoopbackServer()
    server.route("*", "/*") { _ in .text("x") }
  }

  /// The request as it arrived.
  private func sent(_ method: HTTPMethod, _ body: HTTPBody = .none) async throws -> ServerRequest {
    let request = HTTPRequest(method: method, url: try HTTPURL(server.url("/x")))
    #expect(await transport.send(request, body: body).exchange().failure == nil)
    return try #require(server.log.requests.last)
  }

  @Test("HDR-10: a length is the one of the bytes, 0 where a body could be expected, else none")
  func lengths() async throws {
    for (method, body, length): (HTTPMethod, HTTPBody, [String]) in [
      (.post, .none, ["0"]), (.put, .none, ["0"]), (.post, .bytes([]), ["0"]),
      (.patch, .bytes([1, 2]), ["2"]), (.get, .none, []), (.head, .none, []),
    ] {
      let received = try await sent(method, body)
      #expect(received.values(of: "Content-Length") == length, "\(method)")
    }
    // Foundation on Linux adds a 0, which means the same and cannot be taken away.
    #expect([[], ["0"]].contains(try await sent(.delete).values(of: "Content-Length")))
  }

  @Test("HDR-11: a stream has a length or comes in chunks, never both")
  func framing() async throws {
    for length in [4, nil] {
      for body: HTTPBody in [
        .once(length: length, .just([1, 2, 3, 4])),
        .replayable(length: length) { .sequence([[1], [2, 3, 4]]) },
      ] {
        let received = try await sent(.post, body)
        let framing = ["Content-Length", "Transfer-Encoding"].flatMap { received.values(of: $0) }
        #expect([["4"], ["chunked"]].contains(framing))
        #expect(received.body == [1, 2, 3, 4])
      }
    }
  }
}
