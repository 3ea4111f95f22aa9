public import Streams

extension TestScheduler {
  /// Virtual time has no smallest step.
  public var minimumResolution: Duration { .zero }

  /// Suspends the task until an advance reaches `deadline`, even if that is now.
  ///
  /// Throws: `CancellationError`, at once, when the task is cancelled; the sleep is taken off.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper(self)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeper.begin(continuation, until: deadline)
      }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// Takes a job of async code; it runs in the next advance.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    agenda.withLock { $0.add(job) }
  }

  /// Runs as many jobs as the budget has; false when there are more.
  func drainJobs(_ budget: inout Int) -> Bool {
    while budget > 0 {
      guard let job = agenda.withLock({ $0.nextJob() }) else { return true }
      budget -= 1
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return agenda.withLock { $0.jobCount == 0 }
  }
}

// MARK: - One sleep

private final class Sleeper: Sendable {
  private typealias Waiter = CheckedContinuation<Void, any Error>

  private enum State: Sendable {
    case idle
    case sleeping(Waiter, id: Agenda.ID)
    case cancelled
    case over
  }

  private let scheduler: TestScheduler
  private let state = Lock(State.idle)

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  func begin(_ waiter: CheckedContinuation<Void, any Error>, until deadline: Instant) {
    let id = scheduler.agenda.withLock { agenda in
      agenda.add(Agenda.Item(action: { _ in self.wake() }, kind: .sleep, isOnce: true))
    }
    let isSleeping = state.withLock { state in
      guard case .idle = state else { return false }
      state = .sleeping(waiter, id: id)
      return true
    }
    guard isSleeping else {
      scheduler.remove(id)
      return waiter.resume(throwing: CancellationError())
    }
    scheduler.agenda.withLock { $0.set(id, at: deadline) }
  }

  func cancel() {
    let sleeping = state.withLock { state -> (Waiter, Agenda.ID)? in
      defer { state = .cancelled }
      guard case .sleeping(let waiter, let id) = state else { return nil }
      return (waiter, id)
    }
    guard let (waiter, id) = sleeping else { return }
    scheduler.remove(id)
    waiter.resume(throwing: CancellationError())
  }

  private func wake() {
    let waiter = state.withLock { state -> Waiter? in
      guard case .sleeping(let waiter, _) = state else { return nil }
      state = .over
      return waiter
    }
    waiter?.resume()
  }
}
