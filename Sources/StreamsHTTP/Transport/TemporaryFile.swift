import Foundation
import Streams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of a name nobody knows, removed when it is released, unless it was moved before.
final class TemporaryFile: Sendable {
  /// Why a file could not be moved.
  enum MoveFailure: Error {
    case exists
    case other(CInt)
  }

  let url: URL
  private let handle: FileHandle

  /// A file that only this user can read.
  convenience init() throws {
    let name = "StreamsHTTP-\(UUID().uuidString).body"
    try self.init(
      at: FileManager.default.temporaryDirectory.appendingPathComponent(name), mode: 0o600)
  }

  /// A file beside those it will be one of, hidden, and with the rights a new file has.
  convenience init(in folder: URL) throws {
    try self.init(
      at: folder.appendingPathComponent(".StreamsHTTP-\(UUID().uuidString).part"), mode: 0o666)
  }

  private init(at url: URL, mode: mode_t) throws {
    self.url = url
    let descriptor = unsafe open(url.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit {
    finishWriting()
    try? FileManager.default.removeItem(at: url)
  }

  func append(_ bytes: some DataProtocol) throws { try handle.write(contentsOf: bytes) }

  func finishWriting() { try? handle.close() }

  /// Gives the file that path, in one step: whoever looks there sees what was, or the whole.
  func move(to path: String, replacing: Bool) throws(MoveFailure) {
    if replacing {
      guard unsafe rename(url.path, path) == 0 else { throw .other(errno) }
      return
    }
    // A second name for it, which is refused where there is a file; the first goes away with this.
    guard unsafe link(url.path, path) != 0 else { return }
    let reason = errno
    guard reason != EEXIST else { throw .exists }
    // Some file systems know no second names.
    guard unsafe access(path, F_OK) != 0, unsafe rename(url.path, path) == 0 else {
      throw unsafe access(path, F_OK) == 0 ? .exists : .other(reason)
    }
  }
}
