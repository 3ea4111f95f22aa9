import Foundation

/// The package on disk.
enum House {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every file of the package, relative to it; hidden folders and what a build leaves are not.
  static let files: [String] = {
    let all = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    let prefix = root.standardizedFileURL.path + "/"
    return (all?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .map { $0.standardizedFileURL.path.replacingOccurrences(of: prefix, with: "") }
      .sorted()
  }()

  static let swift: [SwiftText] = files.filter { $0.hasSuffix(".swift") }
    .map { SwiftText(path: $0, text($0) ?? "") }

  static let sources = swift.filter { $0.path.hasPrefix("Sources/") }

  /// The text of a file; nil when there is none.
  static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The folders of Operators, in the order of the alphabet.
  static let operatorFolders = Set(
    files.map { $0.split(separator: "/") }
      .filter { $0.starts(with: ["Sources", "Streams", "Operators"]) && $0.count > 4 }
      .map { String($0[3]) }
  ).sorted()
}
