public import Streams

/// A scheduler, and clock, that a test passes where none should be used: each use is reported and
/// does nothing. It never traps.
///
/// ```swift
/// let unused = UnimplementedScheduler { use in Issue.record("\(use)") }
/// search.hits(for: "", on: unused).observe { … }   // an empty search has nothing to wait for
/// ```
///
/// A use goes to `report`; where there is none to the nearest ``ExpectationReporter``, of the task
/// or of the process, so that it fails the test; and where there is none of these either it is a
/// `Misuse`, which ``TestScheduler/verify(fileID:line:)`` names when it happens inside an advance
/// or a scope. All are kept in ``uses``. What was scheduled is let go of and never runs; the time
/// is always the beginning; a sleep throws the use. Threads: any.
public final class UnimplementedScheduler: Scheduler, Clock {
  /// A moment on its time line, which nobody should ask for.
  public typealias Instant = Streams.Instant

  /// What was called.
  public struct Use: Error, Sendable, Hashable, CustomStringConvertible {
    /// The member, as it is written: `schedule(_:)`.
    public let member: String
    /// Where the scheduler was made.
    public let origin: CallSite

    var misuse: Misuse { .unimplementedSchedulerUsed(origin, member: member) }

    /// A sentence that names both.
    public var description: String { misuse.description }
  }

  private let place: TestPlace
  private let report: (@Sendable (Use) -> Void)?
  private let kept = Lock<[Use]>([])

  /// A scheduler that hands each use to `report`.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, report: (@Sendable (Use) -> Void)? = nil
  ) {
    place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    self.report = report
  }

  /// What was used, in order.
  public var uses: [Use] { kept.withLock { $0 } }

  /// Throws the first use, when there was one.
  public func verify() throws(Use) {
    if let use = uses.first { throw use }
  }

  // MARK: - Scheduler and clock

  /// Reported; the beginning of the time line.
  public var now: Instant {
    used("now")
    return .zero
  }

  /// Reported; no step is too small.
  public var minimumResolution: Duration {
    used("minimumResolution")
    return .zero
  }

  /// Reported; `action` never runs.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    used("schedule(_:)")
  }

  /// Reported, as each setting of the timer is; `action` never runs.
  public func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    used("timer(_:)")
    return UnimplementedTimer(scheduler: self)
  }

  /// Reported, and thrown.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    throw used("sleep(until:tolerance:)")
  }

  @discardableResult
  fileprivate func used(_ member: String) -> Use {
    let use = Use(member: member, origin: place.source)
    kept.withLock { $0.append(use) }
    if let report {
      report(use)
    } else if let reporter = ExpectationReporter.nearest {
      reporter.report(
        ExpectationFailure(
          reason: .unimplementedScheduler(use), place: place, subject: "The scheduler"))
    } else {
      use.misuse.report(to: nil)
    }
    return use
  }
}

private struct UnimplementedTimer: SchedulerTimer {
  let scheduler: UnimplementedScheduler

  func set(at instant: Instant) { scheduler.used("SchedulerTimer.set(at:)") }

  func cancel() {}
}
