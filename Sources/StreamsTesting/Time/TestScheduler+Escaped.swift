internal import Streams

extension TestScheduler {
  /// Lets time pass until `condition` holds, waiting for code that does not run on this scheduler.
  ///
  /// ```swift
  /// Task { try await time.sleep(for: .seconds(3)); model.show() }   // runs where it likes
  /// try await time.advance(by: .seconds(3)) { model.isShown }
  /// ```
  ///
  /// A plain `Task {}`, a detached one, `@MainActor`, actors with an executor of their own and
  /// callbacks from other threads escape a scheduler: they bring their work when they get to run.
  /// So time passes as there is something to pass to. What is due now is run, then the next item
  /// that is due within `duration`, and the condition is looked at after each; when there is
  /// nothing to run, time stands still and others get real time to bring more. A sleep that is
  /// begun late therefore is measured from the instant it belongs to. Time stays where the
  /// condition was met, which is `duration` from now at the latest.
  ///
  /// What is set already waits for nobody: time passes to it at once. Where escaped work has to
  /// begin its sleep before that, wait for it first, in no time:
  /// `advance { time.pending.contains { $0.kind == .sleep } }`.
  ///
  /// The condition is looked at where the caller runs, so that a test on the main actor may look
  /// at the main actor's state. Not to be called by code that runs on this scheduler itself.
  ///
  /// - Parameters:
  ///   - duration: how much virtual time may pass at most; none when left out.
  ///   - limit: how much real time may pass at most, in all. It is there to end a test that would
  ///     hang, and costs nothing in one that passes. Time in which a busy machine let neither this
  ///     code nor others run does not count.
  ///   - fileID: where the call stands: what is thrown says so.
  ///   - line: where the call stands.
  ///   - isolation: where the condition is looked at and what is due is run: where the caller runs.
  ///   - condition: what is waited for.
  /// - Throws: ``ConditionNotMet`` when `limit` has passed or the task is cancelled.
  public func advance(
    by duration: Duration = .zero, within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    until condition: () -> Bool
  ) async throws(ConditionNotMet) {
    let place = CallSite(fileID: fileID, line: line)
    let end = now.advanced(by: max(duration, .zero))
    var waited = Duration.zero
    var begin = ContinuousClock.now
    var sinceRest = 0
    while true {
      // Jobs that lead to jobs for ever must not keep the condition from being looked at.
      var jobs = 1_000
      let hasRun = collectingMisuse { drainJobs(&jobs) }
      if condition() { return }
      if Task.isCancelled { throw unmet(.cancelled, place) }
      sinceRest += hasRun ? 1 : 50
      // What is there to run is run, however slow the machine; unless it never ends.
      if sinceRest < 1_000, !hasRun || collectingMisuse({ runItem(by: end) }) { continue }
      waited += begin.duration(to: .now)
      if waited >= limit { throw unmet(.realTime(limit), place) }
      waited += await Self.rest()
      begin = .now
      sinceRest = 0
    }
  }

  /// A moment for others. It is spent where plain tasks run: when nobody gets to run there, it
  /// takes longer, and what it took beyond its due is no time that others had.
  private nonisolated static func rest() async -> Duration {
    let begin = ContinuousClock.now
    try? await Task.sleep(for: .milliseconds(1))
    return min(begin.duration(to: .now), .milliseconds(20))
  }

  private func unmet(_ reason: ConditionNotMet.Reason, _ place: CallSite) -> ConditionNotMet {
    ConditionNotMet(reason: reason, now: now, pending: pending, place: place)
  }
}
