import Foundation
import Testing

/// A row, and how its inputs are given.
struct Case: Sendable, CustomTestStringConvertible {
  let vector: Vector
  let inputs: Inputs

  var testDescription: String {
    inputs == .inOrder ? vector.id : "\(vector.id), \(inputs)"
  }

  static let all = Vectors.all.filter { Operators.unknown(in: $0).isEmpty }.flatMap(cases)

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

  @Test("Every row is played: no operator is unknown")
  func account() {
    let played = Dictionary(grouping: Case.all, by: \.vector.operatorName)
    for (name, cases) in played.sorted(by: { $0.key < $1.key }) {
      let rows = Set(cases.map(\.vector.id)).count
      print("\(name): \(rows) rows, \(cases.count) cases")
    }
    #expect(Set(Vectors.all.flatMap(Operators.unknown)) == [])
    #expect(Set(Case.all.map(\.vector.id)).count == Set(Vectors.all.map(\.id)).count)
    let own = Vectors.own.map(Vectors.load) ?? []
    #expect(own.count == 1094)
    #expect(Set(own.map(\.id)).count == own.count)
    if let further = Vectors.further { #expect(!Vectors.load(further).isEmpty) }
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
