import Foundation
import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// Bodies arrive to the byte, wherever they come from.
@Suite(.timeLimit(.minutes(10)), .serialized) struct WireBodyTests {
  static let sizes = [0, 1, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 300_000]

  private func fixture(_ wire: Wire) throws -> WireFixture {
    let fixture = try WireFixture(wire)
    fixture.server.route("*", "/size") { .text("\($0.body.count)") }
    return fixture
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }
  }

  private func expectUploaded(
    _ bytes: [UInt8], _ exchange: Exchange, to fixture: WireFixture
  ) throws {
    #expect(exchange.failure == nil)
    #expect(exchange.text == "\(bytes.count)")
    let request = try fixture.received("/size")
    #expect(request.body == bytes)
    #expect(request.values(of: "Content-Length") == ["\(bytes.count)"])
    #expect(request.values(of: "Transfer-Encoding") == [])
    #expect(request.values(of: "Expect") == [])
    let uploads = exchange.uploads
    #expect(uploads.map(\.completed) == uploads.map(\.completed).sorted())
    #expect(uploads.allSatisfy { $0.total == bytes.count })
    #expect(uploads.last?.fraction == (bytes.isEmpty ? nil : 1))
  }

  @Test("LNX-5: from memory, around the sizes of buffers", arguments: Wire.all, sizes)
  func fromMemory(_ wire: Wire, _ size: Int) async throws {
    let fixture = try fixture(wire)
    let bytes = bytes(size)
    try expectUploaded(
      bytes, await fixture.exchange(.post, "/size", body: .bytes(bytes)), to: fixture)
  }

  @Test("LNX-5: from a file, around the sizes of buffers", arguments: Wire.all, sizes)
  func fromAFile(_ wire: Wire, _ size: Int) async throws {
    let fixture = try fixture(wire)
    let bytes = bytes(size)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try expectUploaded(
      bytes, await fixture.exchange(.put, "/size", body: .file(path: url.path)), to: fixture)
  }

  @Test(
    "from a path that holds a zero nothing is sent, and no file of a shorter name",
    arguments: Wire.all)
  func zeroInPath(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let folder = try TemporaryFolder()
    let path = try folder.file("a", [1, 2, 3])
    for path in [path + "\0", path + "\0b"] {
      let exchange = try await fixture.exchange(.put, "/size", body: .file(path: path))
      #expect(exchange.failure?.kind == .bodyFailed)
    }
    #expect(fixture.server.log.requests.isEmpty)
  }

  @Test("LNX-5: from a signal, around the sizes of buffers", arguments: Wire.all, sizes)
  func fromASignal(_ wire: Wire, _ size: Int) async throws {
    let fixture = try fixture(wire)
    let bytes = bytes(size)
    let parts = stride(from: 0, to: size, by: 1000).map { Array(bytes[$0..<min($0 + 1000, size)]) }
    let body = HTTPBody.once(length: size, .sequence(parts))
    try expectUploaded(bytes, await fixture.exchange(.post, "/size", body: body), to: fixture)
  }

  @Test(arguments: Wire.all) func fromALongSignal(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let part = bytes(100_000)
    let body = HTTPBody.replayable(length: nil) {
      .sequence(Array(repeating: part, count: 30))
    }
    let before = try TemporaryFiles.names()
    for _ in 0..<2 {
      let exchange = try await fixture.exchange(.post, "/size", body: body)
      #expect(exchange.text == "3000000")
    }
    #expect(try await TemporaryFiles.left(since: before).isEmpty)
    let bodies = fixture.server.log.requests.map(\.body)
    #expect(bodies == Array(repeating: Array(repeating: part, count: 30).flatMap(\.self), count: 2))
  }

  @Test func fromASignalThatTakesItsTimeASessionIsGivenAllAtOnce() async throws {
    let fixture = try fixture(.urlSession)
    let subject = PassthroughSubject<[UInt8], BodyFailure>()
    let signal = fixture.transport.send(
      try fixture.request(.post, "/size"), body: .once(length: nil, subject.signal))
    let recorder = ExchangeRecorder()
    _ = recorder.observe(signal)
    subject.send([1, 2])
    #expect(fixture.server.log.connections.isEmpty)
    subject.send([3])
    subject.finish()
    #expect(await recorder.waits { $0.ends == 1 })
    try expectUploaded([1, 2, 3], recorder.exchange, to: fixture)
  }

  @Test(arguments: Wire.all) func aBodyThatFailsSendsNothing(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let failing = Signal<[UInt8], BodyFailure>.just([1]).append(.fail(BodyFailure("no")))
    let short = Signal<[UInt8], BodyFailure>.just([1])
    let bodies: [HTTPBody] = [
      .once(length: nil, failing), .once(length: 2, short), .replayable(length: 0, { short }),
      .file(path: "/nowhere/at/all"), .file(path: FileManager.default.temporaryDirectory.path),
    ]
    for body in bodies {
      let exchange = try await fixture.exchange(.post, "/size", body: body)
      #expect(exchange.failure?.kind == .bodyFailed)
      #expect(exchange.ends == 1)
    }
    #expect(fixture.server.log.connections.isEmpty)
  }

  @Test(arguments: Wire.all) func aCancelStopsTheBody(_ wire: Wire) async throws {
    let fixture = try fixture(wire)
    let subject = PassthroughSubject<[UInt8], BodyFailure>()
    let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
    let source = subject.signal.handleEvents(onCancel: { stop.yield() })
    let signal = fixture.transport.send(
      try fixture.request(.post, "/size"), body: .once(length: nil, source))
    let before = try TemporaryFiles.names()
    let recorder = ExchangeRecorder()
    let subscription = recorder.observe(signal)
    subject.send(bytes(2_000_000))
    subscription.cancel()
    for await _ in stopped { break }
    subject.send([1])
    subject.finish()
    #expect(recorder.exchange.ends == 0)
    #expect(recorder.exchange.heads.isEmpty)
    #expect(await fixture.server.waitUntil { $0.openConnections.isEmpty })
    #expect(fixture.server.log.requests.isEmpty)
    #expect(try await TemporaryFiles.left(since: before).isEmpty)
  }

  @Test(arguments: Wire.all) func anAnswerBeforeTheBodyWasReadIsAnAnswer(_ wire: Wire) async throws
  {
    let fixture = try fixture(wire)
    let refused = ServerAnswer.status(413)
    let server = try LoopbackServer(limits: ServerLimits(body: 1000))
    server.route("*", "/*") { _ in refused }
    let request = HTTPRequest(method: .post, url: try HTTPURL(server.url("/x")))
    let exchange = await fixture.transport
      .send(request, body: .bytes(bytes(200_000))).exchange()
    #expect(exchange.status == 413 || exchange.failure?.kind == .connectionLost)
    #expect(exchange.ends == 1)
  }
}
