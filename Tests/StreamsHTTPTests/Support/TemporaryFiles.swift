import Foundation

/// The files of this library in the system's folder for them.
enum TemporaryFiles {
  static func names() throws -> Set<String> {
    let folder = FileManager.default.temporaryDirectory.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Set(names.filter { $0.hasPrefix("StreamsHTTP-") })
  }

  /// Those that were not there `before` and stay. Tests beside the one that asks have such files
  /// for a moment, too.
  static func left(since before: Set<String>) async throws -> Set<String> {
    var left = try names().subtracting(before)
    let end = ContinuousClock.now + .seconds(10)
    while !left.isEmpty, ContinuousClock.now < end {
      await Task.yield()
      left.formIntersection(try names())
    }
    return left
  }
}
