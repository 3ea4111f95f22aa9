/// Between a signal that pushes and tasks that pull.
final class ValuesBuffer<Value: Sendable, Failure: Error>: Sendable {
  typealias Answer = Result<Value?, Failure>
  typealias Waiter = CheckedContinuation<Answer, Never>

  private struct State: Sendable {
    var source: Signal<Value, Failure>?
    var values = Fifo<Value>()
    var waiters = Fifo<Waiter>()
    /// Nil while the signal runs. A failure is handed out once.
    var end: Answer?

    /// What `next` may answer with at once.
    mutating func take() -> Answer? {
      if let value = values.popFirst() { return .success(value) }
      defer { if end != nil { end = .success(nil) } }
      return end
    }
  }

  private let policy: BufferingPolicy
  private let scope = Subscription()
  private let state: Lock<State>

  init(_ source: Signal<Value, Failure>, _ policy: BufferingPolicy) {
    self.policy = policy
    state = Lock(State(source: source))
  }

  // MARK: - The consumer's side

  func next(isolation: isolated (any Actor)? = #isolation) async -> Answer {
    if Task.isCancelled { cancel() } else { startOnce() }
    if let answer = state.withLock({ $0.take() }) { return answer }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { waiter in wait(waiter) }
    } onCancel: {
      cancel()
    }
  }

  /// Stops the observation and wakes whoever waits. An end that came before stays.
  func cancel() {
    scope.cancel()
    let (waiters, _, _) = state.withLock { state in
      defer {
        state.source = nil
        state.values.removeAll()
        state.waiters.removeAll()
        state.end = state.end ?? .success(nil)
      }
      return (state.waiters, state.values, state.source)
    }
    resume(waiters, with: .success(nil))
  }

  /// The work starts with the first `next`, and with one of several.
  private func startOnce() {
    let source = state.withLock { state in
      defer { state.source = nil }
      return state.source
    }
    source?.observe(in: scope) { event in self.receive(event) }
  }

  private func wait(_ waiter: Waiter) {
    let answer = state.withLock { state -> Answer? in
      if let answer = state.take() { return answer }
      state.waiters.append(waiter)
      return nil
    }
    if let answer { waiter.resume(returning: answer) }
  }

  // MARK: - The signal's side

  private func receive(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): receive(value)
    case .failure(let failure): end(.failure(failure))
    case .finished: end(.success(nil))
    }
  }

  /// To whoever waits longest, else into the buffer. What is dropped is released outside the lock.
  private func receive(_ value: Value) {
    let (waiter, _) = state.withLock { state -> (Waiter?, Value?) in
      if let waiter = state.waiters.popFirst() { return (waiter, nil) }
      switch policy {
      case .unbounded: state.values.append(value)
      case .bufferingOldest(let count): if state.values.count < count { state.values.append(value) }
      case .bufferingNewest(let count):
        guard count > 0 else { return (nil, nil) }
        let dropped = state.values.count >= count ? state.values.popFirst() : nil
        state.values.append(value)
        return (nil, dropped)
      }
      return (nil, nil)
    }
    waiter?.resume(returning: .success(value))
  }

  /// A failure wakes one with the failure; the others, and all at a finish, wake with nil.
  private func end(_ answer: Answer) {
    var waiters = state.withLock { state in
      defer { state.waiters.removeAll() }
      state.end = state.waiters.isEmpty ? answer : .success(nil)
      return state.waiters
    }
    waiters.popFirst()?.resume(returning: answer)
    resume(waiters, with: .success(nil))
  }

  private func resume(_ waiters: Fifo<Waiter>, with answer: Answer) {
    var waiters = waiters
    while let waiter = waiters.popFirst() { waiter.resume(returning: answer) }
  }
}
