internal import Foundation

/// A file that can be read to an end: no folder, no pipe, no device.
struct RegularFile {
  /// Where it is, links resolved.
  let url: URL
  /// How many bytes it has now.
  let size: Int

  /// Nil when there is none at that path that can be read.
  init?(path: String) {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // A path ends at a zero for the system: another file than was said would be read.
    guard !path.utf8.contains(0), FileManager.default.isReadableFile(atPath: path),
      let values = try? url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
      values.isRegularFile == true, let size = values.fileSize
    else { return nil }
    self.url = url
    self.size = size
  }
}
