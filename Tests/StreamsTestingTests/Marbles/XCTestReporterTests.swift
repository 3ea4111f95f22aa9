import StreamsTesting
import XCTest

/// The adapter for XCTest, in XCTest: what it is told is caught where the framework records it.
final class XCTestReporterTests: XCTestCase {
  private var told: [(message: String, file: String, line: Int)] = []
  private var isCatching = false

  func testFailureIsToldAtTheLineOfTheExpectation() throws {
    let time = TestScheduler(reporter: .xcTest)
    let source = time.cold("-a|")
    time.expect(source.signal, is: "-a|")
    isCatching = true
    time.expect(source.signal, is: "-b|")
    let line = #line - 1
    isCatching = false
    XCTAssertEqual(told.map(\.line), [line])
    XCTAssertEqual(told.map(\.file), [#filePath])
    XCTAssertTrue(told.first?.message.contains("at 1 s: expected b, got a") ?? false)
    try time.verify()
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      guard isCatching else { return super.record(issue) }
      let place = issue.sourceCodeContext.location
      told.append((issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0))
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard isCatching else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      told.append((description, filePath, lineNumber))
    }
  #endif
}
