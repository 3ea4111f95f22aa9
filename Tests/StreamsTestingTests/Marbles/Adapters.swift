import StreamsTesting
import Testing
import XCTest

// README: begin adapters
extension ExpectationReporter {
  static let swiftTesting = Self { failure in
    let at = failure.place
    Issue.record(
      "\(failure.message)",
      sourceLocation: .init(
        fileID: at.fileID, filePath: at.filePath, line: at.line, column: at.column))
  }

  static let xcTest = Self { failure in
    XCTFail(failure.message, file: failure.place.file, line: UInt(failure.place.line))
  }
}
// README: end adapters
