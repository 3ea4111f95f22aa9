/// Where a task is in its life, so that it is cancelled once at most, not while it is being
/// resumed, and not after its end.
struct ExchangeLife<Task: Sendable>: Sendable {
  private enum Phase: Sendable {
    case waiting
    case starting(Task)
    /// Stopped while `resume` runs: whoever resumes cancels.
    case stopping(Task)
    case running(Task)
    case over
  }

  private var phase = Phase.waiting

  /// A task is there; false when it is unwanted.
  mutating func begin(_ task: Task) -> Bool {
    guard case .waiting = phase else { return false }
    phase = .starting(task)
    return true
  }

  /// The task was resumed; gives it back when it is to be cancelled now.
  mutating func started() -> Task? {
    switch phase {
    case .starting(let task):
      phase = .running(task)
      return nil
    case .stopping(let task):
      phase = .over
      return task
    case .waiting, .running, .over:
      return nil
    }
  }

  /// Nobody wants it any more; gives the task that is to be cancelled now.
  mutating func stop() -> Task? {
    switch phase {
    case .waiting:
      phase = .over
      return nil
    case .starting(let task):
      phase = .stopping(task)
      return nil
    case .running(let task):
      phase = .over
      return task
    case .stopping, .over:
      return nil
    }
  }

  /// The task has ended.
  mutating func complete() { phase = .over }
}

extension ExchangeAnswer {
  /// - Throws: why the answer is not whole, or what the platform says.
  func end(_ error: (any Error)?, isSecure: Bool) throws(TransportFailure) {
    if let error, !isEndOfChallenge(error) {
      throw TransportFailure(urlSession: error, hasHead: hasHead, isSecure: isSecure)
    }
    try end()
  }

  private func isEndOfChallenge(_ error: any Error) -> Bool {
    isChallenged && hasHead && error.isURLCancellation
  }
}
