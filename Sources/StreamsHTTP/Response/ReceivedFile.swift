internal import Foundation
internal import Streams

/// The body of an answer on its way into a file, which is removed with this unless it is kept.
final class ReceivedFile: Sendable {
  private let file: TemporaryFile
  private let path: String
  private let replaces: Bool
  private let count = Lock(0)

  init(of response: HTTPResponse, for destination: FileDestination) throws(StoringFault) {
    let (path, folder) = try destination.prepared(for: response)
    do {
      file = try TemporaryFile(in: URL(fileURLWithPath: folder, isDirectory: true))
    } catch {
      throw StoringFault(.cannotWrite, path: path)
    }
    self.path = path
    replaces = destination.replaces
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(StoringFault) {
    do {
      try file.append(bytes)
    } catch {
      throw StoringFault(.cannotWrite, path: path)
    }
    count.withLock { $0 += bytes.count }
  }

  /// Gives the file its name.
  func keep() throws(StoringFault) -> DownloadedFile {
    file.finishWriting()
    do throws(TemporaryFile.MoveFailure) {
      try file.move(to: path, replacing: replaces)
    } catch {
      if case .exists = error { throw StoringFault(.exists, path: path) }
      throw StoringFault(.cannotWrite, path: path)
    }
    return DownloadedFile(path: path, count: count.withLock { $0 })
  }
}

extension ReceivedFile: Hashable {
  static func == (left: ReceivedFile, right: ReceivedFile) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
