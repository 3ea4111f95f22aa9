#if os(Linux)
  import Foundation
  import Glibc
  import Streams
  import Testing

  @testable import StreamsHTTP

  /// Content of a signal waits until it is read, in memory and past a mebibyte in a file.
  @Suite("Content of a signal") struct CurlStreamTests {
    private typealias Source = PassthroughSubject<[UInt8], BodyFailure>

    /// The content of a body, for an exchange that never ends.
    private func content(_ body: HTTPBody) throws -> CurlContent {
      let keeper = Keeper()
      Signal<TransportEvent, TransportFailure> { keeper.take(body, $0) }.observe { _ in }
      return try #require(keeper.result).get()
    }

    private final class Keeper: Sendable {
      private let found = Lock<Result<CurlContent, TransportFailure>?>(nil)

      var result: Result<CurlContent, TransportFailure>? { found.withLock { $0 } }

      func take(_ body: HTTPBody, _ emitter: Emitter<TransportEvent, TransportFailure>) {
        let content = Result { () throws(TransportFailure) in
          try CurlContent(body, until: emitter)
        }
        found.withLock { $0 = content }
        // The emitter is kept, by what it keeps, for as long as it has not ended.
        emitter.onTermination { _ = emitter }
      }
    }

    /// Reads until nothing is there; nil when the source has failed.
    private func read(_ reader: inout CurlReader, by size: Int = 7_000) -> [UInt8]? {
      var bytes: [UInt8] = []
      while true {
        var step = CurlReader.Step.wait
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
          step = unsafe reader.read(into: UnsafeMutableRawBufferPointer(room))
          if case .bytes(let read) = step { count = read }
        }
        switch step {
        case .failed: return nil
        case .wait: return bytes
        case .bytes(0): return bytes
        case .bytes: bytes += piece
        }
      }
    }

    private func rewind(_ reader: inout CurlReader) -> Bool { reader.rewind() }

    private func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ seed &+ $0 / 251) }
    }

    @Test("a file that can no longer be read is a failure, not the end of the content")
    func spoiledFile() throws {
      var file = try #require(SpillFile())
      let isKept = file.append(Array("waits".utf8))
      #expect(isKept)
      ftruncate(file.descriptor, 0)
      var room = [UInt8](repeating: 0, count: 8)
      let count = unsafe room.withUnsafeMutableBytes { unsafe file.take(into: $0) }
      #expect(count == nil)
    }

    @Test("all at once has a length, and comes to the byte however much it is")
    func atOnce() throws {
      for count in [0, 1, 1 << 20, (1 << 20) + 1, 3_000_000] {
        let all = bytes(count, 1)
        let parts = stride(from: 0, to: count, by: 99_999).map {
          Array(all[$0..<min($0 + 99_999, count)])
        }
        var reader = CurlReader(
          try content(.once(length: nil, .sequence(parts))), mayRewind: false)
        #expect(reader.total == count)
        #expect(read(&reader) == all)
        #expect(reader.offset == count)
      }
    }

    @Test("comes as it is pushed, through the file and back to memory")
    func pushed() throws {
      let source = Source()
      var reader = CurlReader(
        try content(.once(length: nil, source.signal)), mayRewind: false)
      #expect(reader.total == nil)
      var sent: [UInt8] = []
      var got: [UInt8] = []
      for (round, count) in [10, 900_000, 900_000, 5, 0, 2_000_000, 10].enumerated() {
        let part = bytes(count, round)
        source.send(part)
        sent += part
        if round % 2 == 1 { got += try #require(read(&reader)) }
      }
      source.finish()
      got += try #require(read(&reader))
      #expect(got == sent)
    }

    @Test("wakes who found nothing, once")
    func wakes() throws {
      let source = Source()
      guard case .stream(let stream) = try content(.once(length: nil, source.signal)) else {
        Issue.record("it is no stream")
        return
      }
      let wakes = Count()
      stream.onChange { wakes.add() }
      var reader = CurlReader(.stream(stream), mayRewind: false)
      source.send([1])
      #expect(wakes.now == 0)
      #expect(read(&reader) == [1])
      source.send([2])
      source.send([3])
      #expect(wakes.now == 1)
      #expect(read(&reader) == [2, 3])
      source.fail(BodyFailure("no"))
      #expect(wakes.now == 2)
    }

    @Test("wakes who found nothing before there was anything to wake by")
    func wakesLater() throws {
      let source = Source()
      guard case .stream(let stream) = try content(.once(length: nil, source.signal)) else {
        Issue.record("it is no stream")
        return
      }
      var reader = CurlReader(.stream(stream), mayRewind: false)
      #expect(read(&reader) == [])
      source.send([1])
      let wakes = Count()
      stream.onChange { wakes.add() }
      #expect(wakes.now == 1)
      #expect(read(&reader) == [1])
      source.send([2])
      #expect(wakes.now == 2)
    }

    @Test("of another length than was told fails: at once when it is known, or when it is seen")
    func lengths() throws {
      for length in [0, 1, 3] {
        #expect(throws: TransportFailure.self) {
          try content(.once(length: length, .just([1, 2])))
        }
      }
      for (length, ends) in [(3, true), (1, false)] {
        let source = Source()
        var reader = CurlReader(
          try content(.once(length: length, source.signal)), mayRewind: false)
        #expect(reader.total == length)
        source.send([1, 2])
        if ends { source.finish() }
        #expect(read(&reader) == nil)
      }
    }

    @Test("that fails is a failed body")
    func fails() throws {
      let source = Source()
      var reader = CurlReader(
        try content(.once(length: nil, source.signal)), mayRewind: false)
      source.send([1])
      source.fail(BodyFailure("no"))
      #expect(read(&reader) == nil)
      #expect(throws: TransportFailure.self) {
        try content(.replayable(length: nil) { .fail(BodyFailure("no")) })
      }
    }

    @Test("a file that becomes shorter while it is sent is a failed body, a longer one is cut")
    func files() throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: url) }
      let all = bytes(100_000, 3)
      try Data(all).write(to: url)
      var whole = CurlReader(try content(.file(path: url.path)), mayRewind: true)
      var cut = CurlReader(try content(.file(path: url.path)), mayRewind: true)
      let handle = try FileHandle(forWritingTo: url)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data([1, 2, 3]))
      #expect(whole.total == all.count)
      #expect(read(&whole) == all)
      #expect(rewind(&whole) == true)
      #expect(read(&whole) == all)
      try handle.truncate(atOffset: 50_000)
      #expect(read(&cut) == nil)
    }

    @Test("cannot be gone back to, while bytes can where they may be sent again")
    func rewinding() throws {
      var once = CurlReader(try content(.once(length: nil, .just([1, 2]))), mayRewind: true)
      #expect(rewind(&once) == true)
      #expect(read(&once) == [1, 2])
      #expect(rewind(&once) == false)
      var bytes = CurlReader(.bytes([1, 2]), mayRewind: true)
      #expect(read(&bytes) == [1, 2])
      #expect(rewind(&bytes) == true)
      #expect(read(&bytes) == [1, 2])
      var post = CurlReader(.bytes([1, 2]), mayRewind: false)
      #expect(rewind(&post) == false)
      #expect(read(&post, by: 1) == [1, 2])
      #expect(rewind(&post) == false)
    }
  }
#endif
