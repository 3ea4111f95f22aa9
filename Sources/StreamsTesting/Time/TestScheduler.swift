public import Streams

/// Virtual time: scheduler, `Clock` and task executor in one, so that operators, `sleep` and async
/// code share one queue and a test says when time passes.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let recording = scheduler.record(taps.debounce(for: .seconds(3), scheduler: scheduler))
/// scheduler.advance(by: .seconds(3))
/// ```
///
/// Advancing is synchronous: drain the jobs of async code, take the earliest item that is due, run
/// it, drain again. Equal instants run strictly in the order of the calls that set them. Inside a
/// callback ``now`` is that callback's own due time. Instants are exact; nothing ever waits.
///
/// Async code runs on it when it is started with a task executor preference; its children,
/// `async let`, default actors and continuations then land in this queue. A plain `Task {}`,
/// `@MainActor` and actors with an executor of their own do not.
///
/// ``advance(by:within:fileID:line:isolation:until:)`` waits for those.
///
/// Threads: every member may be called from any thread; only one at a time should advance.
public final class TestScheduler: Scheduler, Clock, TaskExecutor {
  /// A moment in virtual time.
  public typealias Instant = Streams.Instant

  package let agenda = Lock(Agenda())
  package let observations = Lock(Observations())
  let expectations: Expectations

  /// Virtual time at its beginning, with nothing to do.
  ///
  /// `step` is how long a step of a diagram is, and `reporter` where failed expectations go.
  public init(
    step: Duration = MarbleDiagram.defaultStep, reporter: ExpectationReporter? = nil
  ) {
    expectations = Expectations(step: step, reporter: reporter)
  }

  // MARK: - Scheduler

  /// The present virtual moment. It never goes back.
  public var now: Instant { agenda.withLock { $0.now } }

  /// Runs `action` in the next advance, even by zero, after what was scheduled before.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    _ = agenda.withLock { agenda in
      agenda.add(.action, at: agenda.now, action)
    }
  }

  /// A timer in virtual time. Setting it gives it a new place among equals.
  public func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    let id = agenda.withLock {
      $0.add(Agenda.Item(action: action, kind: .timer, isOnce: false))
    }
    return TestTimer(scheduler: self, id: id)
  }

  // MARK: - Passing time

  /// Lets `duration` pass. A negative one counts as zero; by zero runs what is due now.
  ///
  /// Work that goes on in one instant for ever fails the test, see
  /// ``advance(to:limit:fileID:filePath:line:column:)``.
  public func advance(
    by duration: Duration, limit: Int = 1_000_000, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    advance(to: now.advanced(by: duration), limit, place)
  }

  /// Lets time pass until `instant`, inclusive. An instant that has passed counts as now.
  ///
  /// When one instant led to more than `limit` items and jobs beyond what was there when it began,
  /// that is reported as a failed expectation, which names what goes on; time stands there then.
  public func advance(
    to instant: Instant, limit: Int = 1_000_000, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    advance(to: instant, limit, place)
  }

  /// Lets time pass until nothing is left to do.
  ///
  /// Throws: when more than `limit` items and jobs were run, with what is still to come, those
  /// that repeat among it.
  public func run(
    limit: Int = 1_000_000, fileID: StaticString = #fileID, line: UInt = #line
  ) throws(EndlessWork) {
    let isOver = collectingMisuse {
      var budget = Misuse.count(limit, atLeast: 0, in: "run(limit:)")
      while drainJobs(&budget) {
        guard budget > 0 else { return pending.isEmpty }
        guard runItem(by: .distantFuture) else { return true }
        budget -= 1
      }
      return false
    }
    if isOver { return }
    throw EndlessWork(
      limit: max(limit, 0), pending: pending, place: CallSite(fileID: fileID, line: line))
  }

  /// Runs the next item, with time moved to when it is due, and the jobs around it. False when
  /// there was nothing.
  ///
  /// Jobs that lead to jobs for ever fail the test, as in
  /// ``advance(to:limit:fileID:filePath:line:column:)``.
  @discardableResult
  public func runNext(
    limit: Int = 1_000_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let step = collectingMisuse {
      takeStep(Misuse.count(limit, atLeast: 0, in: "runNext(limit:)"))
    }
    _ = check("The step", place) { step == .endless ? .endless(endless(limit)) : nil }
    return step != .nothing
  }

  /// What is still to come, in the order it will happen.
  public var pending: [Pending] {
    agenda.withLock { agenda in
      Array(repeating: Pending(kind: .job), count: agenda.jobCount) + agenda.pending
    }
  }
}

// MARK: - Steps

extension TestScheduler {
  /// Runs `action` once at `instant`, as `kind`, unless it is removed before.
  func add(
    _ kind: Pending.Kind, at instant: Instant, _ action: @escaping @Sendable () -> Void
  ) -> Agenda.ID {
    agenda.withLock { $0.add(kind, at: instant, action) }
  }

  /// Runs the next item that is due by `limit`; false when there is none.
  func runItem(by limit: Instant) -> Bool {
    guard let item = agenda.withLock({ $0.next(by: limit) }) else { return false }
    item.action(item.at)
    return true
  }

  /// Takes something off the agenda; what it captured is released after the lock.
  func remove(_ id: Agenda.ID) {
    _ = agenda.withLock { $0.remove(id) }
  }
}

// MARK: - Timers

private final class TestTimer: SchedulerTimer {
  private let scheduler: TestScheduler
  private let id: Agenda.ID

  init(scheduler: TestScheduler, id: Agenda.ID) {
    self.scheduler = scheduler
    self.id = id
  }

  deinit { cancel() }

  func set(at instant: Instant) {
    scheduler.agenda.withLock { $0.set(id, at: instant) }
  }

  func cancel() {
    scheduler.remove(id)
  }
}
