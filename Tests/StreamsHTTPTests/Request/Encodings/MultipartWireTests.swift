import Foundation
import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

/// Forms reach a server to the byte, streamed from where their parts are.
@Suite("A multipart form over a real socket", .timeLimit(.minutes(10)), .serialized)
struct MultipartWireTests {
  private let server: LoopbackServer
  private let client: Client
  private let folder: TemporaryFolder

  init() throws {
    server = try LoopbackServer()
    server.route("*", "/size") { .text("\($0.body.count)") }
    client = Client(baseURL: server.url(), transport: URLSessionTransport())
    folder = try TemporaryFolder()
  }

  private func sent(_ body: HTTPBody) async throws -> Exchange {
    let request = HTTPRequest(method: .post, url: try HTTPURL(server.url("/size")))
    return await client.transport.send(request, body: body).exchange()
  }

  @Test(
    "of files, streams and texts arrives whole with its length",
    arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
  func arrives(_ size: Int) async throws {
    let bytes = someBytes(size)
    let file = try folder.file("photo.jpg", bytes)
    let streamed = MultipartForm([
      .text("title", "Sea"), .file("photo", at: file),
      .stream("raw", length: size, filename: "raw.bin") {
        .sequence(stride(from: 0, to: size, by: 1000).map { Array(bytes[$0...].prefix(1000)) })
      },
      .value("meta", User(id: 7, name: "Ada")),
    ]) { "B" }
    let atHand = MultipartForm([
      .text("title", "Sea"),
      .bytes("photo", bytes, filename: "photo.jpg", contentType: "image/jpeg"),
      .bytes("raw", bytes, filename: "raw.bin"),
      .text("meta", #"{"id":7,"name":"Ada"}"#, contentType: "application/json"),
    ]) { "B" }
    var bodies: [[UInt8]] = []
    for form in [streamed, atHand] {
      let request = Request<String, RequestFailure>.post("size", multipart: form)
      let count = try await client.value(for: request)
      let received = try #require(server.log.requests.last)
      #expect(count == "\(received.body.count)")
      #expect(received.values(of: "Content-Length") == [count])
      #expect(received.values(of: "Transfer-Encoding") == [])
      #expect(received.values(of: "Content-Type") == ["multipart/form-data; boundary=B"])
      bodies.append(received.body)
    }
    #expect(bodies.first == bodies.last)
    #expect(bodies.first?.count ?? 0 > 2 * size)
  }

  @Test("PRG-3: tells how much went out, of a total known from the start")
  func progress() async throws {
    let file = try folder.file("a.bin", someBytes(500_000))
    let (body, _) = try MultipartForm([.file("f", at: file)]).content()
    let length = try #require(body.knownLength)
    let exchange = try await sent(body)
    #expect(exchange.text == "\(length)")
    #expect(exchange.uploads.allSatisfy { $0.total == length })
    #expect(exchange.uploads.map(\.completed) == exchange.uploads.map(\.completed).sorted())
    #expect(exchange.uploads.last?.fraction == 1)
  }

  @Test("MPT-4, MPT-5: that cannot be sent whole is not sent in part")
  func broken() async throws {
    let file = try folder.file("gone.bin", someBytes(10))
    let gone = try MultipartForm([.file("f", at: file)]).content().body
    try FileManager.default.removeItem(atPath: file)
    let shrunk = try MultipartForm([.file("f", at: try folder.file("s", someBytes(10)))])
      .content().body
    _ = try folder.file("s", someBytes(9))
    let short = try MultipartForm([.stream("s", length: 40) { .just([1]) }]).content().body
    let failing = try MultipartForm([.stream("s", length: 4) { .fail(BodyFailure("no")) }])
      .content().body
    for body in [gone, shrunk, short, failing] {
      let exchange = try await sent(body)
      #expect(exchange.failure?.kind == .bodyFailed)
      #expect(exchange.ends == 1)
    }
    #expect(server.log.connections.isEmpty)
  }

  @Test("sends of a file that has grown what it had when the request was made")
  func grown() async throws {
    let file = try folder.file("log.txt", someBytes(100))
    let body = try MultipartForm([.file("f", at: file)]) { "B" }.content().body
    let before = try await sent(body)
    _ = try folder.file("log.txt", someBytes(200_000))
    let after = try await sent(body)
    #expect(before.text == after.text)
    #expect(server.log.requests.first?.body == server.log.requests.last?.body)
  }

  @Test("MPT-7: leaves no file behind, after success, failure and cancel, side by side")
  func leavesNothing() async throws {
    let before = try TemporaryFiles.names()
    let file = try folder.file("a.bin", someBytes(2_000_000))
    let form: MultipartForm = [.file("f", at: file)]
    server.route("*", "/busy", answers: [.text("busy", status: 503), .text("ok")])
    let retrying = client.adding(.retry(backoff: .constant(.milliseconds(1))))
    async let first = client.value(
      for: Request<String, RequestFailure>.post("size", multipart: form))
    async let second = client.value(
      for: Request<String, RequestFailure>.post("size", multipart: form))
    #expect(try await first == second)
    let repeated = Request<String, RequestFailure>.post("busy", multipart: form).idempotent()
    #expect(try await retrying.value(for: repeated) == "ok")
    #expect(server.log.requests(to: "/busy").allSatisfy { $0.body.count > 2_000_000 })
    let subject = PassthroughSubject<[UInt8], BodyFailure>()
    let endless = MultipartForm([.file("f", at: file), .stream("s", length: 1) { subject.signal }])
    let subscription = client.send(
      Request<Void, RequestFailure>.post("size", multipart: endless), success: nil)
    subscription.cancel()
    let short = MultipartForm([.file("f", at: file), .stream("s", length: 1) { .empty() }])
    await #expect(throws: RequestFailure.self) {
      try await client.value(for: Request<Void, RequestFailure>.post("size", multipart: short))
    }
    #expect(try await TemporaryFiles.left(since: before).isEmpty)
  }
}
