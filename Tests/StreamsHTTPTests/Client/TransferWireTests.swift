import Foundation
import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

/// Transfers over the platform's own transport and a real socket.
@Suite("Transfers over a real socket", .timeLimit(.minutes(10)))
struct TransferWireTests {
  private let server: LoopbackServer
  private let client: Client
  private let folder: Folder

  init() throws {
    server = try LoopbackServer()
    client = Client(baseURL: server.url())
    folder = try Folder()
  }

  /// All that is told, and the failure if it failed.
  private func told<Value, Failure>(
    _ request: Request<Value, Failure>, by client: Client? = nil
  ) async -> (events: [TransferEvent<Value>], failure: Failure?) {
    var events: [TransferEvent<Value>] = []
    do throws(Failure) {
      for try await event in (client ?? self.client).transfer(request).values {
        events.append(event)
      }
      return (events, nil)
    } catch {
      return (events, error)
    }
  }

  private func uploads<Value>(_ events: [TransferEvent<Value>]) -> [TransferProgress] {
    events.compactMap { if case .uploaded(let progress) = $0 { progress } else { nil } }
  }

  private func received<Value>(_ events: [TransferEvent<Value>]) -> [TransferProgress] {
    events.compactMap { if case .received(let progress) = $0 { progress } else { nil } }
  }

  private func expectSound(_ told: [TransferProgress]) {
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    #expect(zip(told, told.dropFirst()).allSatisfy { ($0.fraction ?? 0) <= ($1.fraction ?? 0) })
    #expect(told.allSatisfy { $0.completed >= 0 && ($0.fraction ?? 0) <= 1 })
    #expect(Set(told).count == told.count)
    #expect(told.last?.fraction == 1)
  }

  @Test(
    "PRG-3, CAN-11: tell of every kind of body until all of it has gone, then of the value once",
    arguments: ["data", "file", "made", "once", "empty"])
  func uploads(_ kind: String) async throws {
    server.route(.post, "/x") { .text("\($0.body.count)") }
    let count = kind == "empty" ? 0 : 300_000
    let bytes = [UInt8](repeating: 65, count: count)
    try folder.write(String(decoding: bytes, as: UTF8.self), to: "body")
    let pieces = Signal<[UInt8], BodyFailure>.sequence(
      stride(from: 0, to: count, by: 10_000).map { Array(bytes[$0..<($0 + 10_000)]) })
    let body: HTTPBody =
      switch kind {
      case "file": .file(path: folder.path("body"))
      case "made": .replayable(length: count) { pieces }
      case "once": .once(length: nil, pieces)
      default: .bytes(bytes)
      }
    let told = await told(Request<String, RequestFailure>.post("x").body(body))
    #expect(told.failure == nil)
    #expect(told.events.last == .value("\(count)"))
    #expect(told.events.compactMap(\.value).count == 1)
    let uploads = uploads(told.events)
    expectSound(uploads)
    #expect(uploads.last == TransferProgress(completed: count, total: count))
    expectSound(received(told.events))
  }

  @Test("PRG-1: an answer of unknown length has no fraction until it is whole")
  func unknownLength() async {
    server.route(.get, "/x") { _ in
      .chunked(["one", "two", "three"]).pausing(.milliseconds(20))
    }
    let told = await told(Request<String, RequestFailure>.get("x"))
    let received = received(told.events)
    #expect(told.events.last == .value("onetwothree"))
    #expect(received.dropLast().allSatisfy { $0.fraction == nil })
    #expect(received.count > 2)
    expectSound(received)
  }

  @Test("PRG-2: of a compressed answer the total is unknown until the end")
  func compressed() async throws {
    // 5,000 times "A", compressed by gzip; 41 bytes.
    let packed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xC1, 0x31, 0x01, 0x00,
      0x00, 0x00, 0xC2, 0xA0, 0x6C, 0xEB, 0x5F, 0xCA, 0x14, 0x7E, 0x40, 0x01, 0x00, 0x00, 0x00,
      0x00, 0x6F, 0x03, 0xBE, 0x7B, 0x1A, 0x13, 0x88, 0x13, 0x00, 0x00,
    ]
    server.route(.get, "/x") { _ in ServerAnswer.bytes(packed).field("Content-Encoding", "gzip") }
    let told = await told(
      Request<String, RequestFailure>.get("x").field("Accept-Encoding", "gzip"))
    let received = received(told.events)
    #expect(told.events.last == .value(String(repeating: "A", count: 5000)))
    #expect(received.dropLast().allSatisfy { $0.total == nil })
    #expect(received.last == TransferProgress(completed: 5000, total: 5000))
    expectSound(received)
  }

  @Test("PRG-5: after a refusal in the middle it is counted from zero, and passes no total")
  func retried() async {
    server.route(
      .put, "/x", answers: [.text("busy", status: 503).field("Retry-After", "0"), .text("done")])
    let retrying = client.adding(.retry(backoff: .constant(.milliseconds(1))))
    let body = HTTPBody.bytes([UInt8](repeating: 65, count: 300_000))
    let told = await told(
      Request<String, RequestFailure>.put("x").body(body), by: retrying)
    let uploads = uploads(told.events)
    #expect(told.events.last == .value("done"))
    #expect(uploads.filter { $0.completed == 0 }.count <= 1)
    let second = uploads.lastIndex { $0.completed == 0 } ?? 0
    expectSound(Array(uploads[second...]))
    #expect(uploads[..<second].allSatisfy { $0.completed <= 300_000 })
  }

  @Test("download to a file, to the byte, with progress", arguments: [0, 1, 65_537, 3_000_000])
  func download(_ count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }
    server.route(.get, "/film") { _ in .bytes(bytes) }
    let path = folder.path("film")
    let told = await told(.download("film", to: .file(path)))
    #expect(told.events.last == .value(DownloadedFile(path: path, count: count)))
    #expect(try Array(Data(contentsOf: folder.url.appendingPathComponent("film"))) == bytes)
    #expect(folder.names == ["film"])
    expectSound(received(told.events))
  }

  @Test("DWN-1, DWN-2, DEC-14: a refusal or a lost connection leaves the file that was there")
  func failedDownloads() async throws {
    try folder.write("old", to: "film")
    server.route(
      .get, "/film",
      answers: [
        .text("no such film", status: 404), .text("0123456789").broken(.reset, at: .body(4)),
        .text("0123456789").broken(.close, at: .body(4)), .text("new"),
      ])
    let request = Request.download("film", to: .file(folder.path("film"), replacing: true))
    let refused = await told(request)
    #expect(refused.failure?.response?.status == 404)
    #expect(refused.events.isEmpty)
    for _ in 1...2 {
      guard case .transport = await told(request).failure else {
        Issue.record("a part was taken for the whole")
        return
      }
      #expect(folder.text("film") == "old")
      #expect(folder.names == ["film"])
    }
    #expect(await told(request).events.last?.value?.count == 3)
    #expect(folder.text("film") == "new")
  }

  @Test("a cancel in the middle of a download closes the connection and leaves nothing")
  func cancelled() async throws {
    server.route(.get, "/film") { _ in .text("0123456789").broken(.stall, at: .body(4)) }
    let request = Request.download("film", to: .folder(folder.path))
    for try await event in client.transfer(request).values {
      if case .received(let progress) = event, progress.completed > 0 { break }
    }
    #expect(await server.waitUntil { $0.connections.allSatisfy { $0.end == .byClient } })
    let names = folder.names
    #expect(names == [])
  }

  @Test("DEC-14: a 404 is refused alike for data, upload, download and progress")
  func validation() async throws {
    server.route("*", "/x") { _ in .text("no", status: 404) }
    let data = Request<String, RequestFailure>.get("x")
    let upload = Request<String, RequestFailure>.post("x").body(.bytes([1]))
    let failures = [
      await told(data).failure, await told(upload).failure,
      await told(.download("x", to: .folder(folder.path))).failure,
      await client.send(data).result()?.failure, await client.send(upload).result()?.failure,
    ]
    for failure in failures {
      guard case .status(let failure) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(failure.status == 404)
      #expect(failure.body == Array("no".utf8))
    }
    #expect(folder.names == [])
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
