import Foundation
import Streams
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A body in pieces")
struct BodyReadingTests {
  private let time = TestScheduler()

  @Test("is the bytes of its file, 64 KiB at a time, anew for each observation")
  func file() throws {
    let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0) }
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let pieces = HTTPBody.file(path: file.path).pieces()
    for _ in 1...2 {
      let read = time.record(pieces)
      #expect(read.values.map(\.count) == [65_536, 65_536, 18_928])
      #expect(read.values.flatMap { $0 } == bytes)
    }
  }

  @Test("is read no further after a cancel")
  func cancel() throws {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try Data(count: 200_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let scope = Subscription()
    let count = Lock(0)
    HTTPBody.file(path: file.path).pieces().observe(in: scope) { _ in
      count.withLock { $0 += 1 }
      scope.cancel()
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("that cannot be read to an end fails, and nothing waits for it")
  func missingFile() throws {
    let folder = try TemporaryFolder()
    let real = try folder.file("real", [1])
    try folder.pipe("pipe")
    let paths = [
      "/no/such/file", "/", "", "\(real)\0.png", "\(real)/x", folder.path("pipe"), "/dev/zero",
    ]
    for path in paths {
      #expect(time.record(HTTPBody.file(path: path).pieces()).failure != nil, "\(path)")
    }
  }

  @Test("is made anew by a factory, and is nothing for no body")
  func others() {
    let count = Lock(0)
    let body = HTTPBody.replayable(length: nil) {
      count.withLock { $0 += 1 }
      return .sequence([[1], [2]])
    }
    for _ in 1...2 { #expect(time.record(body.pieces()).values == [[1], [2]]) }
    #expect(count.withLock { $0 } == 2)
    #expect(time.record(HTTPBody.none.pieces()).events.map(\.event) == [.finished])
    #expect(time.record(HTTPBody.bytes([]).pieces()).events.map(\.event) == [.finished])
  }

  @Test("says whether it can be sent again, and how long it is where that is known")
  func facts() {
    let once = HTTPBody.once(length: 3, .just([1, 2, 3]))
    #expect(!once.isReplayable && once.knownLength == 3 && once.isPresent)
    #expect(HTTPBody.bytes([]).isReplayable && HTTPBody.bytes([]).knownLength == 0)
    #expect(HTTPBody.bytes([]).isPresent && !HTTPBody.none.isPresent)
    #expect(HTTPBody.file(path: "x").isReplayable && HTTPBody.file(path: "x").knownLength == nil)
  }
}
