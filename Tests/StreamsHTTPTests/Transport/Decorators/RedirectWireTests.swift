import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

@Suite("Redirects over a real socket", .timeLimit(.minutes(10)))
struct RedirectWireTests {
  private let server: LoopbackServer
  private let client: Client

  init() throws {
    server = try LoopbackServer()
    client = Client(baseURL: server.url("/"))
  }

  @Test("P1, RED-1: no credential reaches another origin")
  func origins() async throws {
    let other = try LoopbackServer()
    let place = other.url("/b")
    server.route(.get, "/a") { _ in .text("moved", status: 302).field("Location", place) }
    other.route(.get, "/b") { _ in .text("there") }
    let request = Request<String, RequestFailure>.get("a").field("Authorization", "secret")
      .field("Cookie", "a=b").field("X-Keep", "k")
    #expect(try await client.value(for: request) == "there")
    let seen = try #require(other.log.requests.first)
    #expect(seen.field("Authorization") == nil)
    #expect(seen.field("Cookie") == nil)
    #expect(seen.field("X-Keep") == "k")
    other.stop()
  }

  @Test("P2, RED-5: 307 and 308 send the body again, whole", arguments: [307, 308])
  func body(_ status: Int) async throws {
    server.route(.post, "/a") { _ in .text("", status: status).field("Location", "/b") }
    server.route(.post, "/b") { .bytes($0.body) }
    let request = Request<[UInt8], RequestFailure>(
      RequestDetails(method: .post, path: "a", body: .raw(.bytes([1, 2, 3]), contentType: "a/b")),
      reading: .decoded)
    #expect(try await client.value(for: request) == [1, 2, 3])
    #expect(server.log.requests(to: "/b").first?.field("Content-Type") == "a/b")
  }

  @Test("P4, P5, RED-7: 303 makes GET of POST without what described the body, and leaves HEAD")
  func methods() async throws {
    server.route(.post, "/a") { _ in .text("", status: 303).field("Location", "/b") }
    server.route(.head, "/a") { _ in .text("", status: 303).field("Location", "/b") }
    server.route(.get, "/b") { _ in .text("got") }
    server.route(.head, "/b") { _ in .text("") }
    let post = Request<String, RequestFailure>(
      RequestDetails(method: .post, path: "a", body: .raw(.bytes([1]), contentType: "a/b")),
      reading: .decoded)
    #expect(try await client.value(for: post) == "got")
    let got = try #require(server.log.requests(to: "/b").first)
    #expect(got.body == [])
    #expect(got.field("Content-Type") == nil)
    let head = Request<Void, RequestFailure>(
      RequestDetails(method: .head, path: "a"), reading: .nothing)
    try await client.value(for: head)
    #expect(server.log.requests(to: "/b").map(\.method) == ["GET", "HEAD"])
  }

  @Test("P6, P7, P8: the answer's URL keeps the fragment, file: goes nowhere, a circle ends")
  func places() async throws {
    server.route(.get, "/a") { _ in .text("", status: 302).field("Location", "/b") }
    server.route(.get, "/b") { _ in .text("b") }
    server.route(.get, "/file") { _ in .text("", status: 302).field("Location", "file:///b") }
    server.route(.get, "/circle") { _ in .text("", status: 302).field("Location", "/circle") }
    let value = try await client.value(
      for: Request<String, RequestFailure>.get("a#part").withResponse())
    #expect(value.response.url.string == server.url("/b#part"))
    for (path, kind) in [
      ("file", TransportFailure.Kind.redirectRefused), ("circle", .tooManyRedirects),
    ] {
      do throws(RequestFailure) {
        _ = try await client.value(for: Request<String, RequestFailure>.get(RequestPath(path)))
        Issue.record("\(path) gave a value")
      } catch {
        #expect(TimeoutTests.kind(error) == kind)
      }
    }
    #expect(server.log.requests(to: "/circle").count == 21)
  }
}
