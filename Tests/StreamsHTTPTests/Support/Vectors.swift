import Foundation
import Testing

/// One row of a table of vectors; each is a case of its own.
struct Vector: Sendable, CustomTestStringConvertible {
  let id: String
  let kind: String
  let input: JSON
  private let accepted: [JSON]
  private let ignored: Set<String>

  init(_ row: JSON) {
    id = row["id"].text ?? "?"
    kind = row["kind"].text ?? "?"
    input = row["input"]
    accepted = [row["expected"]] + row["also_ok"].list
    ignored = Set(row["ignore"].list.compactMap(\.text))
  }

  var testDescription: String { "\(id) (\(kind))" }

  /// Whether `actual` is what the row asks for. Any error stands for any other.
  func accepts(_ actual: JSON) -> Bool {
    accepted.contains { relevant($0) == relevant(actual) }
  }

  /// Whether `actual` has in one column what the row asks for there.
  func acceptsColumn(_ column: String, _ actual: JSON) -> Bool {
    accepted.contains { $0[column] == actual[column] }
  }

  /// The component of a path that is to blame, where the row names one.
  var wantedPosition: Int? { accepted.first?["at"].integer }

  /// What the row asks for, for a message.
  var wanted: String { accepted.map { "\($0)" }.joined(separator: " or ") }

  private func relevant(_ value: JSON) -> JSON {
    guard case .object(let members) = value else { return value }
    guard members["error"] == nil else { return .error }
    return .object(members.filter { !ignored.contains($0.key) })
  }
}

enum Vectors {
  /// The rows of a table: those of the fixtures, then those of the folder that
  /// `STREAMS_HTTP_VECTORS` names.
  static func rows(_ table: String, where isIncluded: (Vector) -> Bool = { _ in true }) -> [Vector]
  {
    files(table).flatMap { name, data -> [Vector] in
      do {
        return try JSONDecoder().decode([JSON].self, from: data).map(Vector.init)
      } catch {
        Issue.record("\(name) cannot be read: \(error)")
        return []
      }
    }
    .filter(isIncluded)
  }

  /// The files of a table, by name.
  static func files(_ table: String) -> [(name: String, data: Data)] {
    folders.compactMap { folder in
      let file = folder.appending(component: "\(table).json")
      return (try? Data(contentsOf: file)).map { (file.lastPathComponent, $0) }
    }
  }

  private static var folders: [URL] {
    let fixtures = Bundle.module.resourceURL?.appending(component: "Fixtures")
    let further = ProcessInfo.processInfo.environment["STREAMS_HTTP_VECTORS"]
    return [fixtures, further.map { URL(fileURLWithPath: $0, isDirectory: true) }]
      .compactMap { $0 }
  }
}
