import Foundation

/// A folder of its own, removed with all that is in it when it is released.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(component: "StreamsHTTPTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file of those bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(component: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Makes a named pipe.
  func pipe(_ name: String) throws {
    guard unsafe mkfifo(path(name), 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func path(_ name: String) -> String { url.appending(component: name).path }
}

/// Bytes that look like nothing in particular.
func someBytes(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }
}
