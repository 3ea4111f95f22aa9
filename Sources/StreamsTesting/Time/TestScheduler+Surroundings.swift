internal import Streams

/// What is kept for `verify()`, from all that happens in the surroundings of a scheduler.
extension TestScheduler {
  /// What is observed, and lost, while `body` runs is kept, and async work it begins runs here.
  func collectingMisuse<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Ambient.$executor.withValue(self) { try surrounding(body) }
  }

  /// What is observed, and lost, while `body` runs is kept.
  func surrounding<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Misuse.$taskHandler.withValue(collector) {
      try await Ambient.$ledger.withValue(SchedulerLedger(scheduler: self)) { try await body() }
    }
  }

  /// What is observed, and lost, while `body` runs is kept.
  func surrounding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Misuse.$taskHandler.withValue(collector) {
      try Ambient.$ledger.withValue(SchedulerLedger(scheduler: self)) { try body() }
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

private struct SchedulerLedger: ObservationLedger {
  let scheduler: TestScheduler

  func note(_ observation: Subscription, at place: CallSite) {
    // What was looked at is let go of after the lock.
    _ = scheduler.observations.withLock { $0.add(observation, at: place) }
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
