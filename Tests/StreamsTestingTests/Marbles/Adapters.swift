import StreamsTesting
import Testing
import XCTest

// README: begin adapters
extension ExpectationReporter {
  static let swiftTesting = Self {
    Issue.record(
      "\($0.message)",
      sourceLocation: .init(
        fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: $0.column))
  }
  static let xcTest = Self { XCTFail($0.message, file: $0.file, line: UInt($0.line)) }
}
// README: end adapters
