import Foundation
import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// What curl sends is what we send.
@Suite("curl over a real socket", .timeLimit(.minutes(10)), .enabled(if: Shell.has("curl")))
struct CurlWireTests {
  private typealias Ask = Request<Void, RequestFailure>

  private static let asks: [Ask] = [
    .get("a/\("b/c d")").query("q", "[x]{y} & é").query("r", "a=b").field("X-Empty", ""),
    .get("x").field("X-Name", "J\u{C3}\u{BC}rgen \"it's\" $HOME").field("Cookie", "a=1"),
    .post("x", json: User(id: 7, name: "@O'Hara\n%s\\n")), .post("x"), .put("x"), .patch("x"),
    .put("x", json: ["password": "p"]), .delete("x"), .delete("x").body(.bytes([0, 255, 10, 13])),
    .post("x").body(.bytes([])), .patch("x").body(.bytes(Array("-e %d".utf8)), contentType: "t/x"),
    .post("x").body(.bytes((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })),
    .post("x").body(.bytes([UInt8](repeating: 65, count: 300_000))),
    .post("x").body(.replayable(length: 2) { .sequence([[1], [2]]) }),
    .get("x").field("Authorization", "Bearer t").cache(.revalidate),
  ]

  /// What the platform and curl each add by themselves.
  private static let own: Set<String> = [
    "accept", "accept-encoding", "accept-language", "user-agent", "connection",
  ]

  /// Methods for which a length of 0 says something (RFC 9110 section 8.6); Foundation on Linux
  /// says it with DELETE too.
  private static let withContent: Set<String> = ["POST", "PUT", "PATCH"]

  private struct Received: Equatable {
    let method: String
    let target: String
    let fields: [String]
    let body: [UInt8]

    init(_ request: ServerRequest) {
      (method, target, body) = (request.method, request.target, request.body)
      fields = request.fields
        .filter { !CurlWireTests.own.contains($0.name.lowercased()) }
        .map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        .filter { $0 != "content-length: 0" || CurlWireTests.withContent.contains(request.method) }
    }
  }

  @Test("LOG-3: sends the same method, target, fields and content", arguments: asks.indices)
  func same(_ index: Int) async throws {
    let server = try LoopbackServer()
    server.route("*", "/*") { _ in .text("") }
    let client = Client(baseURL: server.url("/v2"))
    try await client.value(for: Self.asks[index])
    _ = try Shell.output(of: try client.curl(Self.asks[index], showingSecrets: true))
    let received = server.log.requests.map(Received.init)
    #expect(received.count == 2)
    #expect(received.first == received.last)
  }

  @Test("asks for a head and does not wait for a body")
  func head() throws {
    let server = try LoopbackServer()
    server.route("*", "/*") { _ in .text("text") }
    _ = try Shell.output(of: try Ask.head("x").curl(base: server.url()))
    #expect(server.log.requests.map(\.method) == ["HEAD"])
  }

  @Test("sends the content of a file")
  func file() throws {
    let server = try LoopbackServer()
    server.route("*", "/*") { _ in .text("") }
    let content = Array("a\0b\r\n@'".utf8)
    let path = FileManager.default.temporaryDirectory.appending(component: "it's \(UUID())").path
    try Data(content).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try Shell.output(of: try Ask.post("x").body(.file(path: path)).curl(base: server.url()))
    #expect(server.log.requests.map(\.body) == [content])
  }
}
