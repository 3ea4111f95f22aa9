internal import Streams

/// Where failed expectations go: to the test framework, by a line in the user's test target.
///
/// ```swift
/// extension ExpectationReporter {
///   static let swiftTesting = Self {
///     Issue.record(
///       "\($0.message)",
///       sourceLocation: .init(
///         fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: $0.column))
///   }
///   static let xcTest = Self { XCTFail($0.message, file: $0.file, line: UInt($0.line)) }
/// }
/// ```
///
/// The nearest one is told: that of the scheduler, `TestScheduler(reporter: .swiftTesting)`; else
/// that of the task, ``withValue(_:)``, for a trait or a set-up around a test; else that of the
/// process, ``install(_:)``. Tests that run side by side share only the last. Where there is none
/// at all, the failure is printed, `TestScheduler.verify()` throws it, and one that no `verify()`
/// has thrown makes the process end with status 1, so that the run is not green.
public struct ExpectationReporter: Sendable {
  private let handle: @Sendable (ExpectationFailure) -> Void

  /// `report` is called on the thread of the expectation.
  public init(_ report: @escaping @Sendable (_ failure: ExpectationFailure) -> Void) {
    handle = report
  }

  /// Tells it.
  public func report(_ failure: ExpectationFailure) { handle(failure) }

  // MARK: - Plugging in

  @TaskLocal private static var task: ExpectationReporter?
  private static let process = Lock<ExpectationReporter?>(nil)

  /// This reporter for everything that `body` does, and the tasks it starts.
  public func withValue<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$task.withValue(self, operation: body)
  }

  /// This reporter for everything that `body` does, and the tasks it starts.
  public func withValue<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$task.withValue(self, operation: body)
  }

  /// This reporter for the whole process; none takes it away again.
  public static func install(_ reporter: ExpectationReporter?) {
    _ = process.withLock { process in
      defer { process = reporter }
      return process
    }
  }

  /// The reporter of this task, or else of the process.
  static var nearest: ExpectationReporter? { task ?? process.withLock { $0 } }
}
