import Foundation
import Testing

/// A row, and how its inputs are given.
struct Case: Sendable, CustomTestStringConvertible {
  let vector: Vector
  let inputs: Inputs

  var testDescription: String {
    inputs == .inOrder ? vector.id : "\(vector.id), \(inputs)"
  }

  static let all = Vectors.all.filter { Later.missing(in: $0).isEmpty }.flatMap(cases)

  /// Where the order inside an instant does not matter, inputs may also be swapped.
  private static func cases(_ vector: Vector) -> [Case] {
    guard Operators.symmetric.contains(vector.operatorName) else {
      return [Case(vector: vector, inputs: .inOrder)]
    }
    let isStatic = vector.steps.contains { $0.args["list"] != nil }
    return Inputs.allCases
      .filter { !$0.areSwapped || !vector.hasTies }
      .filter { !isStatic || !$0.areList }
      .map { Case(vector: vector, inputs: $0) }
  }
}

@Suite("Conformance")
struct ConformanceTests {
  @Test("A row happens as it is written", arguments: Case.all)
  func row(_ test: Case) {
    let stage = Stage(test.vector, test.inputs)
    let failure = Comparison.failure(of: test.vector, played: stage.play(), test.inputs)
    if let failure {
      Issue.record(Comment(rawValue: failure))
    }
  }

  @Test("Every row is played or counted as one for later")
  func account() {
    let later = Vectors.all.filter { !Later.missing(in: $0).isEmpty }
    let played = Dictionary(grouping: Case.all, by: \.vector.operatorName)
    for (name, cases) in played.sorted(by: { $0.key < $1.key }) {
      let rows = Set(cases.map(\.vector.id)).count
      print("\(name): \(rows) rows, \(cases.count) cases")
    }
    let names = Set(later.flatMap { Later.missing(in: $0) }).sorted().joined(separator: ", ")
    print("\(later.count) of \(Vectors.all.count) rows left for later: \(names)")
    let own = Vectors.own.map(Vectors.load) ?? []
    #expect(own.count == 1094)
    #expect(Set(own.map(\.id)).count == own.count)
    if let further = Vectors.further { #expect(!Vectors.load(further).isEmpty) }
  }

  @Test("The operators left for later are exactly those of the list")
  func later() {
    let missing = Set(Vectors.all.flatMap { Later.missing(in: $0) })
    #expect(missing == Set(Later.operators.keys))
  }

  @Test("No operator of that list exists", arguments: Later.operators.sorted { $0.key < $1.key })
  func notYet(_ name: String, _ declaration: String) throws {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let operators = package.appendingPathComponent("Sources/Streams/Operators")
    let files = FileManager.default.enumerator(at: operators, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(
        !declaration.split(separator: "|").contains { text.contains($0) },
        "\(name) exists: take it out of Later.operators and put it into Operators.all")
    }
  }

  @Test("A folder can be added when the tests run")
  func furtherFolder() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vectors-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let row = ##"[{"id":"more-001","rule":"#5","operator":"map","args":{"map":"x+1"}}]"##
    try row.write(
      to: folder.appendingPathComponent("more.json"), atomically: true, encoding: .utf8)
    #expect(Vectors.load(folder).map(\.id) == ["more-001"])
  }
}
