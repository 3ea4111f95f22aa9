import Foundation

/// The package on disk.
enum House {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every file of the package, relative to it. Of what is hidden only what is not a build's.
  static let files: [String] =
    (all(in: root, [.skipsHiddenFiles]) + all(in: root.appendingPathComponent(".github"), [])
    + [".gitignore", ".swift-format"]).sorted()

  private static func all(
    in folder: URL, _ options: FileManager.DirectoryEnumerationOptions
  ) -> [String] {
    let all = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: options)
    let prefix = root.standardizedFileURL.path + "/"
    return (all?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .map { $0.standardizedFileURL.path.replacingOccurrences(of: prefix, with: "") }
  }

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
