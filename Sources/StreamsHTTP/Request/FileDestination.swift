internal import Foundation

/// Where a file that is downloaded is put, and what may be changed for it.
///
/// Nothing is changed there before the whole answer has come and was accepted: the bytes go to a
/// hidden file beside it, which then takes the name in one step.
public struct FileDestination: Hashable, Sendable {
  /// How the place is told.
  public enum Place: Hashable, Sendable {
    /// The path of the file.
    case file(String)
    /// The path of the folder; the answer names the file, see ``HTTPResponse/suggestedFilename``.
    case folder(String)
  }

  /// Where.
  public var place: Place
  /// Whether a file that is there is replaced; where not, it stays and the request fails.
  public var replaces: Bool
  /// Whether folders that are missing are made, which happens when an answer is accepted; where
  /// not, the request fails.
  public var makesFolders: Bool

  /// The file of that path.
  public static func file(
    _ path: String, replacing: Bool = false, makingFolders: Bool = false
  ) -> Self {
    Self(place: .file(path), replaces: replacing, makesFolders: makingFolders)
  }

  /// A file in that folder, of the name the answer suggests.
  public static func folder(
    _ path: String, replacing: Bool = false, makingFolders: Bool = false
  ) -> Self {
    Self(place: .folder(path), replaces: replacing, makesFolders: makingFolders)
  }
}

// MARK: - Looking before anything is sent

extension FileDestination {
  /// - Throws: what is known to be in the way already.
  func check() throws(StoringFault) {
    switch place {
    case .file(let path):
      try checkFile(path)
      try checkFolder(Self.folder(of: path))
    case .folder(let path):
      try checkFolder(path)
    }
  }

  /// The path the answer is put at, and its folder, which is there then.
  func prepared(for response: HTTPResponse) throws(StoringFault) -> (path: String, folder: String) {
    let path =
      switch place {
      case .file(let path): path
      case .folder(let folder):
        (folder.hasSuffix("/") ? folder : folder + "/") + response.suggestedFilename
      }
    let folder = Self.folder(of: path)
    try checkFile(path)
    try checkFolder(folder)
    do {
      if makesFolders {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
    } catch {
      throw StoringFault(.cannotWrite, path: folder)
    }
    return (path, folder)
  }

  private func checkFile(_ path: String) throws(StoringFault) {
    try checkText(path)
    guard !path.hasSuffix("/") else { throw StoringFault(.isFolder, path: path) }
    guard let isFolder = Self.isFolder(path) else { return }
    guard !isFolder else { throw StoringFault(.isFolder, path: path) }
    guard replaces else { throw StoringFault(.exists, path: path) }
  }

  private func checkFolder(_ path: String) throws(StoringFault) {
    try checkText(path)
    let isFolder = Self.isFolder(path)
    guard isFolder != false, makesFolders || isFolder == true else {
      throw StoringFault(.noFolder, path: path)
    }
  }

  /// The system would read a text without characters as another place, and one with a NUL as what
  /// stands before it.
  private func checkText(_ path: String) throws(StoringFault) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw StoringFault(.noFolder, path: path) }
  }

  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// Nil when there is nothing.
  private static func isFolder(_ path: String) -> Bool? {
    let values = try? URL(fileURLWithPath: path).resolvingSymlinksInPath()
      .resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory
  }
}
