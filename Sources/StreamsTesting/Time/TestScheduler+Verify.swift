internal import Streams

extension TestScheduler {
  /// Throws when something is still alive, and names it: observations with where they began, test
  /// sources and emitters that are observed, timers with when they are due, sleeps, jobs; and what
  /// was lost: emitters released without an end, events sent after a cancel, expectations that
  /// failed and whose failure nobody was told.
  ///
  /// Recordings are known wherever they begin. Plain observations (`observe`, `start`,
  /// `observeOnMainActor`, of any signal), which emitters live and what was lost are known of all
  /// that happens inside ``record(_:fileID:line:)``, an advance, and the scope of
  /// ``verifying(fileID:line:_:)``, with the tasks that are begun there. What a test observes
  /// outside of these has nothing to do with this scheduler, of which there may be several:
  ///
  /// ```swift
  /// try time.verifying { subject.signal.observe { show($0) } }
  /// // Still alive at the end of the scope begun at …: an observation begun at …
  /// ```
  ///
  /// Plain observations are known in debug builds only: in others an observation does not say
  /// where it begins, which costs nothing there. None lives longer for being known, and one that
  /// its source has let go of is over.
  public func verify(fileID: StaticString = #fileID, line: UInt = #line) throws(StillAlive) {
    try verify(at: CallSite(fileID: fileID, line: line), isScope: false)
  }

  /// Runs `body`, and throws when something is alive after it: what ``verify(fileID:line:)``
  /// names, with all that `body` observed.
  @discardableResult
  public func verifying<Result>(
    fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) throws -> Result {
    let result = try surrounding(body)
    try verify(at: CallSite(fileID: fileID, line: line), isScope: true)
    return result
  }

  /// Runs async `body`, where the caller runs, and throws when something is alive after it.
  @discardableResult
  public func verifying<Result: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    let result = try await surrounding(body)
    try verify(at: CallSite(fileID: fileID, line: line), isScope: true)
    return result
  }

  /// Runs `body` with a new scheduler, and throws when it leaves something alive.
  ///
  /// ```swift
  /// @Test func search() throws {
  ///   try TestScheduler.verifying { time in
  ///     let hits = time.record(box.hits(on: time))
  ///     time.advance(by: .seconds(1))
  ///     #expect(hits.values == [["Swift"]])
  ///     hits.cancel()
  ///   }
  /// }
  /// ```
  ///
  /// Throws: what `body` throws; else ``StillAlive``, which names the place of the call and
  /// what ``verify(fileID:line:)`` names.
  @discardableResult
  public static func verifying<Result>(
    step: Duration = MarbleDiagram.defaultStep, reporter: ExpectationReporter? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (TestScheduler) throws -> Result
  ) throws -> Result {
    let scheduler = TestScheduler(step: step, reporter: reporter)
    return try scheduler.verifying(fileID: fileID, line: line) { try body(scheduler) }
  }

  /// Runs async `body`, where the caller runs, with a new scheduler, and throws when it leaves
  /// something alive.
  @discardableResult
  public static func verifying<Result: Sendable>(
    step: Duration = MarbleDiagram.defaultStep, reporter: ExpectationReporter? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TestScheduler) async throws -> Result
  ) async throws -> Result {
    let scheduler = TestScheduler(step: step, reporter: reporter)
    return try await scheduler.verifying(fileID: fileID, line: line) { try await body(scheduler) }
  }

  private func verify(at place: CallSite, isScope: Bool) throws(StillAlive) {
    // Looked at without the lock, so that it never lets go of an observation under it.
    let observations = observations.withLock { $0 }
    let alive =
      observations.alive + pending.filter { $0.kind.isAlive } + expectations.pending
    if alive.isEmpty { return }
    expectations.areTold()
    throw StillAlive(pending: alive, place: place, scope: isScope ? place : nil)
  }
}
