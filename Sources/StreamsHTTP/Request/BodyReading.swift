internal import Foundation
public import Streams

extension HTTPBody {
  /// The bytes of the body, piece by piece, for a transport to send; a cold signal.
  ///
  /// A file is read by the thread that observes, 64 KiB at a time. A body that can be produced
  /// once only is the caller's to observe once only.
  public func pieces() -> Signal<[UInt8], BodyFailure> {
    switch self {
    case .none: .empty()
    case .bytes(let bytes): bytes.isEmpty ? .empty() : .just(bytes)
    case .file(let path): Self.pieces(ofFile: path)
    case .replayable(_, let make): .deferred(make)
    case .once(_, let bytes): bytes
    }
  }

  private static func pieces(ofFile path: String) -> Signal<[UInt8], BodyFailure> {
    Signal { emitter in
      do {
        // A pipe would hold the thread until somebody writes.
        guard let regular = RegularFile(path: path) else { throw CocoaError(.fileReadUnknown) }
        let file = try FileHandle(forReadingFrom: regular.url)
        defer { try? file.close() }
        while !emitter.isCancelled, let data = try file.read(upToCount: 65_536), !data.isEmpty {
          emitter.send([UInt8](data))
        }
        emitter.finish()
      } catch {
        emitter.fail(BodyFailure("the file of the body cannot be read"))
      }
    }
  }
}
