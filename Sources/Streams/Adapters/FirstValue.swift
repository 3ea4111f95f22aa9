extension Signal {
  /// Waits for the first value.
  ///
  /// ```swift
  /// let profile = try await client.send(.user(7)).firstValue()
  /// ```
  ///
  /// Nil when the signal finishes without one, and when the waiting task is cancelled: at once, and
  /// without starting anything when it was before. Throws the signal's own failure. The work
  /// starts with the call, where the caller runs, and is cancelled with the first value or with the
  /// task. A value that is there at once is given without a suspension.
  @inlinable
  nonisolated(nonsending)
    public func firstValue() async throws(Failure) -> Value?
  {
    try await FirstValueWait<Value, Failure>().answer(of: self).get()
  }

  /// Waits for the first value or the failure, without throwing: ``firstValue()`` as a value. Nil
  /// when it finished empty or the task was cancelled.
  @inlinable
  nonisolated(nonsending)
    public func result() async -> Result<Value, Failure>?
  {
    switch await FirstValueWait<Value, Failure>().answer(of: self) {
    case .success(let value): value.map { .success($0) }
    case .failure(let failure): .failure(failure)
    }
  }
}

// MARK: - One answer, one winner

@usableFromInline
final class FirstValueWait<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Answer = Result<Value?, Failure>

  @usableFromInline
  enum State: Sendable {
    case pending
    case waiting(Waiter<Answer>)
    case answered(Answer)
    case over
  }

  @usableFromInline let scope = Subscription()
  @usableFromInline let state = Lock(State.pending)

  @inlinable init() {}

  @inlinable
  nonisolated(nonsending)
    func answer(of source: Signal<Value, Failure>) async -> Answer
  {
    guard !Task.isCancelled else { return .success(nil) }
    return await withTaskCancellationHandler {
      source.start({ event in self.receive(event) }, scope)
      if let answer = takeAnswer() { return answer }
      return await Waiter.suspend { waiter in wait(waiter) }
    } onCancel: {
      scope.cancel()
      answer(.success(nil))
    }
  }

  @inlinable
  func takeAnswer() -> Answer? {
    state.withLock { state in
      guard case .answered(let answer) = state else { return nil }
      state = .over
      return answer
    }
  }

  @inlinable
  func wait(_ waiter: Waiter<Answer>) {
    let answer = state.withLock { state -> Answer? in
      guard case .answered(let answer) = state else {
        state = .waiting(waiter)
        return nil
      }
      state = .over
      return answer
    }
    if let answer { waiter.resume(returning: answer) }
  }

  /// Upstream is torn down before the answer is given.
  @inlinable
  func receive(_ event: Event<Value, Failure>) {
    guard scope.isActive else { return }
    switch event {
    case .value(let value):
      scope.cancel()
      answer(.success(value))
    case .failure(let failure):
      scope.end()
      answer(.failure(failure))
    case .finished:
      scope.end()
      answer(.success(nil))
    }
  }

  /// The first counts. It resumes outside the lock.
  @inlinable
  func answer(_ answer: Answer) {
    let waiter = state.withLock { state -> Waiter<Answer>? in
      switch state {
      case .pending: state = .answered(answer)
      case .waiting(let waiter):
        state = .over
        return waiter
      case .answered, .over: break
      }
      return nil
    }
    waiter?.resume(returning: answer)
  }
}
