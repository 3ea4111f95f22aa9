extension Signal {
  /// Waits for the first value.
  ///
  /// ```swift
  /// let profile = try await client.send(.user(7)).firstValue()
  /// ```
  ///
  /// Nil when the signal finishes without one, and when the waiting task is cancelled, at once
  /// and also when it was before; throws the signal's own failure. The work starts with the call
  /// and is cancelled with the first value or with the task.
  public func firstValue() async throws(Failure) -> Value? {
    let wait = FirstValueWait<Value, Failure>()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard wait.begin(continuation) else { return }
        first().observe(in: wait.scope) { event in wait.receive(event) }
      }
    } onCancel: {
      wait.cancel()
    }
    return try result.get()
  }
}

// MARK: - One answer, one winner

private final class FirstValueWait<Value: Sendable, Failure: Error>: Sendable {
  typealias Answer = Result<Value?, Failure>

  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Answer, Never>)
    case over
  }

  let scope = Subscription()
  private let state = Lock(State.idle)

  /// False, and answered, when the task was cancelled before.
  func begin(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let isBegun = state.withLock { state in
      guard case .idle = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isBegun { continuation.resume(returning: .success(nil)) }
    return isBegun
  }

  func receive(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): resume(.success(value))
    case .failure(let failure): resume(.failure(failure))
    case .finished: resume(.success(nil))
    }
  }

  func cancel() {
    scope.cancel()
    resume(.success(nil))
  }

  /// The first caller resumes, outside the lock.
  private func resume(_ answer: Answer) {
    let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      defer { state = .over }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume(returning: answer)
  }
}
