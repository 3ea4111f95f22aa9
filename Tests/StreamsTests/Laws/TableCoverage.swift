import Foundation
import Testing

@Suite("The tables")
struct TableCoverage {
  @Test("have a row for every file of Sources/Streams/Operators")
  func coverEveryFile() throws {
    let covered = OperatorTable.all.reduce(into: Set(SourceTable.all.compactMap(\.file))) {
      $0.formUnion($1.files)
    }
    #expect(try Self.operatorFiles().subtracting(covered) == [])
  }

  @Test("name no file that is not there, and no row twice")
  func nameRealFiles() throws {
    let named = OperatorTable.all.reduce(into: Set(SourceTable.all.compactMap(\.file))) {
      $0.formUnion($1.files)
    }
    #expect(named.subtracting(try Self.operatorFiles()) == [])
    #expect(Set(OperatorTable.all.map(\.name)).count == OperatorTable.all.count)
  }

  /// The names of the operator files, without their suffix.
  static func operatorFiles() throws -> Set<String> {
    var package = URL(fileURLWithPath: #filePath)
    while package.pathComponents.count > 1,
      !FileManager.default.fileExists(atPath: package.appending(path: "Package.swift").path)
    {
      package.deleteLastPathComponent()
    }
    let folder = package.appending(path: "Sources/Streams/Operators").path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Set(
      paths.filter { $0.hasSuffix(".swift") }
        .map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent })
  }
}
