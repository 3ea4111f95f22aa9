import StreamsTesting
import Testing
import XCTest

extension ExpectationReporter {
  /// The adapter for Swift Testing, as the documentation shows it.
  static let swiftTesting = ExpectationReporter { failure in
    Issue.record(
      Comment(rawValue: failure.message),
      sourceLocation: .init(
        fileID: failure.place.fileID.description, filePath: failure.place.filePath.description,
        line: Int(failure.place.line), column: Int(failure.place.column)))
  }

  /// The adapter for XCTest, as the documentation shows it.
  static let xcTest = ExpectationReporter { failure in
    XCTFail(failure.message, file: failure.place.filePath, line: failure.place.line)
  }
}
