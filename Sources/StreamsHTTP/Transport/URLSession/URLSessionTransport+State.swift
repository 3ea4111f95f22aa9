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

/// What has come of an answer, and whether it may end here.
struct ExchangeAnswer: Sendable {
  let method: HTTPMethod
  /// The most bytes of content that are taken.
  let limit: Int
  /// Whether the platform's question for a password was turned down.
  var isChallenged = false

  private var length: BodyLength?
  private var received = 0

  init(method: HTTPMethod, limit: Int) {
    self.method = method
    self.limit = limit
  }

  var hasHead: Bool { length != nil }

  /// What a head means; nil for one too many.
  mutating func receive(
    _ response: HTTPResponse
  ) throws(TransportFailure) -> TransportEvent? {
    guard !hasHead else { return nil }
    if response.status.kind == .informational && response.status != 101 {
      return .informational(response)
    }
    length = try BodyLength(of: response, to: method)
    return .head(response)
  }

  /// - Throws: `tooLarge` when the head tells of more content than is taken.
  func checkLength() throws(TransportFailure) {
    if let expected = length?.expected, expected > limit { throw tooLarge(expected) }
  }

  mutating func receive(count: Int) throws(TransportFailure) {
    guard hasHead else { throw TransportFailure(.malformedResponse, "content without a head") }
    received += count
    if received > limit { throw tooLarge(received) }
  }

  /// - Throws: why the answer is not whole.
  func end(_ error: (any Error)?, isSecure: Bool) throws(TransportFailure) {
    if let error, !isEndOfChallenge(error) {
      throw TransportFailure(urlSession: error, hasHead: hasHead, isSecure: isSecure)
    }
    guard let length else { throw TransportFailure(.malformedResponse, "no answer came") }
    _ = try length.checked(received)
  }

  private func isEndOfChallenge(_ error: any Error) -> Bool {
    isChallenged && hasHead && error.isURLCancellation
  }

  private func tooLarge(_ count: Int) -> TransportFailure {
    TransportFailure(.tooLarge, "\(count) bytes or more, of which \(limit) are taken")
  }
}
