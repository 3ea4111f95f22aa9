import Foundation

/// One operator and its arguments.
struct Step: Sendable {
  let name: String
  let args: [String: JSON]

  init(_ name: String, _ args: [String: JSON]) {
    self.name = name
    self.args = args
  }

  func int(_ key: String) -> Int? { args[key]?.int }
  func text(_ key: String) -> String { args[key]?.text ?? "" }
  func names(_ key: String) -> [String]? { args[key]?.list?.compactMap(\.text) }
}

/// A scripted source.
struct Script: Sendable {
  let isHot: Bool
  let events: [JSON]
}

/// Someone who observes, and all he is to be told.
struct Witness: Sendable {
  let observe: Int
  let cancel: Int?
  let expected: [JSON]

  init(_ row: [String: JSON]) {
    observe = row["observe"]?.int ?? 0
    cancel = row["cancel"]?.int
    expected = row["expected"]?.list ?? []
  }
}

/// One row, as FORMAT.md describes it.
struct Vector: Sendable {
  let id: String
  let rule: String
  let note: String
  let operatorName: String
  let steps: [Step]
  let sources: [String: Script]
  let inner: [String: String]
  let witnesses: [Witness]
  let runs: [String: JSON]
  let calls: [JSON]?
  let trace: [JSON]?
  let hasTies: Bool

  init(_ row: [String: JSON]) {
    id = row["id"]?.text ?? "?"
    rule = row["rule"]?.text ?? "?"
    note = row["note"]?.text ?? ""
    operatorName = row["operator"]?.text ?? "?"
    let args = row["args"]?.object ?? [:]
    steps =
      args["steps"]?.list?.compactMap(\.object)
      .map { Step($0["operator"]?.text ?? "?", $0["args"]?.object ?? [:]) }
      ?? [Step(operatorName, args)]
    sources = (row["sources"]?.object ?? [:]).mapValues {
      Script(
        isHot: $0.object?["kind"] == "hot",
        events: $0.object?["events"]?.list ?? [])
    }
    inner = (row["inner"]?.object ?? [:]).compactMapValues(\.text)
    witnesses = row["observers"]?.list?.compactMap(\.object).map(Witness.init) ?? [Witness(row)]
    runs = row["runs"]?.object ?? [:]
    calls = row["calls"]?.list
    trace = row["trace"]?.list
    hasTies = !(row["ties"]?.list ?? []).isEmpty
  }
}

/// Where vectors come from.
enum Vectors {
  /// Those of the package, then those of the folder that `STREAMS_VECTORS` names.
  static let all: [Vector] = folders.flatMap(load)

  /// Names the variable for a further folder, looked into when the tests run.
  static let variable = "STREAMS_VECTORS"

  /// The folder of the package.
  static let own = Bundle.module.resourceURL?.appendingPathComponent("Fixtures")

  /// The folder of the environment, when there is one.
  static let further = ProcessInfo.processInfo.environment[variable]
    .map { URL(fileURLWithPath: $0, isDirectory: true) }

  static let folders = [own, further].compactMap { $0 }

  static func load(_ folder: URL) -> [Vector] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? [])
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .flatMap(read)
  }

  /// A file that cannot be read is a row that fails, not a row that is missing.
  private static func read(_ file: URL) -> [Vector] {
    guard let data = try? Data(contentsOf: file),
      let rows = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else {
      return [Vector(["id": .text("unreadable \(file.lastPathComponent)")])]
    }
    return rows.map { Vector($0.mapValues(JSON.init)) }
  }
}
