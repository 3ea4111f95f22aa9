internal import Streams

extension TestScheduler {
  /// Throws when something is still alive, and names it: observations that are recorded, test
  /// sources and emitters that are observed, timers with when they are due, sleeps, jobs; and what
  /// was lost: emitters released without an end, events sent after a cancel, expectations that
  /// failed and whose failure nobody was told.
  ///
  /// What was lost, and which emitters live, is known of all that happens inside
  /// ``record(_:fileID:line:)``, an advance, and the scope of
  /// ``verifying(step:reporter:fileID:line:_:)``.
  public func verify() throws(StillAlive) {
    let alive = self.alive
    if !alive.isEmpty { throw StillAlive(pending: alive) }
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
  /// what ``verify()`` names.
  @discardableResult
  public static func verifying<Result>(
    step: Duration = MarbleDiagram.defaultStep, reporter: ExpectationReporter? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (TestScheduler) throws -> Result
  ) throws -> Result {
    let scheduler = TestScheduler(step: step, reporter: reporter)
    let result = try scheduler.collectingMisuse { try body(scheduler) }
    try scheduler.verify(scope: CallSite(fileID: fileID, line: line))
    return result
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
    let result = try await Misuse.$taskHandler.withValue(scheduler.collector) {
      try await body(scheduler)
    }
    try scheduler.verify(scope: CallSite(fileID: fileID, line: line))
    return result
  }

  private func verify(scope: CallSite) throws(StillAlive) {
    let alive = self.alive
    if !alive.isEmpty { throw StillAlive(pending: alive, scope: scope) }
  }

  private var alive: [Pending] {
    observations.withLock { $0.alive } + pending.filter { $0.kind.isAlive } + expectations.pending
  }

  // MARK: - What is kept for it

  /// What is lost while `body` runs is kept, and async work it begins runs here.
  func collectingMisuse<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Misuse.$taskHandler.withValue(collector) {
      try Ambient.$executor.withValue(self) { try body() }
    }
  }

  private var collector: Misuse.TaskHandler {
    Misuse.TaskHandler {
      self.keep($0)
    } watch: { origin, observation in
      self.watch(origin, observation)
    }
  }

  private func keep(_ misuse: Misuse) {
    observations.withLock { $0.add(misuse) }
  }

  /// Names the emitter while it lives. Whatever it sends at a later instant than it was cancelled
  /// at is sent by something that was not stopped; in the same instant it may be a loop that looks
  /// only now and then.
  private func watch(_ origin: CallSite, _ observation: Subscription) -> Misuse.LateSend {
    let watch = EmitterWatch()
    let now = now
    let token = observations.withLock { $0.add(.emitter(origin, since: now)) }
    observation.onClose { self.observations.withLock { $0.remove(token) } }
    observation.onCancel { watch.cancel(at: self.now) }
    return Misuse.LateSend {
      if watch.isFirstLate(at: self.now) { self.keep(.sentAfterCancel(origin)) }
    }
  }
}

private final class EmitterWatch: Sendable {
  private let cancelled = Lock<Instant?>(nil)

  func cancel(at instant: Instant) {
    cancelled.withLock { $0 = instant }
  }

  /// Whether that is later than the cancel; the answer is yes once.
  func isFirstLate(at instant: Instant) -> Bool {
    cancelled.withLock { cancelled in
      guard let moment = cancelled, instant > moment else { return false }
      cancelled = nil
      return true
    }
  }
}

/// What is alive on a scheduler beside its agenda, and what was lost.
struct Observations: Sendable {
  private var living: [Int: Pending.Kind] = [:]
  private var misuses: [Misuse] = []
  private var next = 0

  mutating func add(_ kind: Pending.Kind) -> Int {
    defer { next += 1 }
    living[next] = kind
    return next
  }

  mutating func remove(_ token: Int) {
    living[token] = nil
  }

  mutating func add(_ misuse: Misuse) {
    misuses.append(misuse)
  }

  /// In the order of beginning, then of loss.
  var alive: [Pending] {
    living.sorted { $0.key < $1.key }.map { Pending(kind: $0.value) }
      + misuses.map { Pending(kind: .misuse($0)) }
  }
}
