/// Between a signal that pushes and tasks that pull.
@usableFromInline
final class ValuesBuffer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Answer = Result<Value?, Failure>

  /// What a `next` that came does.
  @usableFromInline
  enum Step: Sendable {
    case answer(Answer)
    case start(Signal<Value, Failure>)
    case wait
  }

  @usableFromInline
  struct State: Sendable {
    @usableFromInline let policy: BufferingPolicy
    @usableFromInline var source: Signal<Value, Failure>?
    @usableFromInline var values = Fifo<Value>()
    @usableFromInline var waiters = Fifo<Waiter<Answer>>()
    /// Nil while the signal runs. A failure is handed out once.
    @usableFromInline var end: Answer?

    @inlinable
    init(_ source: Signal<Value, Failure>, _ policy: BufferingPolicy) {
      self.source = source
      self.policy = policy
    }

    @inlinable
    mutating func next() -> Step {
      if let source {
        self.source = nil
        return .start(source)
      }
      return take().map { .answer($0) } ?? .wait
    }

    /// What `next` may answer with at once.
    @inlinable
    mutating func take() -> Answer? {
      if let value = values.popFirst() { return .success(value) }
      defer { if end != nil { end = .success(nil) } }
      return end
    }

    /// Whoever waits longest gets it, else the buffer; the other answer is what the buffer drops.
    @inlinable
    mutating func receive(_ value: Value) -> (Waiter<Answer>?, dropped: Value?) {
      // A cancel came while the value was on its way.
      guard end == nil else { return (nil, value) }
      if let waiter = waiters.popFirst() { return (waiter, nil) }
      switch policy {
      case .unbounded: break
      case .bufferingOldest(let count):
        if values.count >= count { return (nil, value) }
      case .bufferingNewest(let count):
        if count <= 0 { return (nil, value) }
        if values.count >= count {
          let dropped = values.popFirst()
          values.append(value)
          return (nil, dropped)
        }
      }
      values.append(value)
      return (nil, nil)
    }
  }

  @usableFromInline let scope = Subscription()
  @usableFromInline let state: Lock<State>

  @inlinable
  init(_ source: Signal<Value, Failure>, _ policy: BufferingPolicy) {
    state = Lock(State(source, policy))
  }

  // MARK: - The consumer's side

  @inlinable
  nonisolated(nonsending)
    func next() async -> Answer
  {
    if Task.isCancelled { cancel() }
    switch state.withLock({ $0.next() }) {
    case .answer(let answer): return answer
    case .start(let source): return await wait(starting: source)
    case .wait: return await wait(starting: nil)
    }
  }

  /// The work starts with the first `next`, and with one of several.
  @inlinable
  nonisolated(nonsending)
    func wait(starting source: Signal<Value, Failure>?) async -> Answer
  {
    await withTaskCancellationHandler {
      source?.run({ event in self.receive(event) }, scope)
      return await Waiter.suspend { waiter in wait(waiter) }
    } onCancel: {
      cancel()
    }
  }

  @inlinable
  func wait(_ waiter: Waiter<Answer>) {
    let answer = state.withLock { state -> Answer? in
      if let answer = state.take() { return answer }
      state.waiters.append(waiter)
      return nil
    }
    if let answer { waiter.resume(returning: answer) }
  }

  /// Stops the observation and wakes whoever waits. An end that came before stays.
  @inlinable
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

  // MARK: - The signal's side

  @inlinable
  func receive(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value):
      // What is dropped is released outside the lock.
      let (waiter, _) = state.withLock { $0.receive(value) }
      waiter?.resume(returning: .success(value))
    case .failure(let failure): end(.failure(failure))
    case .finished: end(.success(nil))
    }
  }

  /// A failure wakes one with the failure; the others, and all at a finish, wake with nil.
  @inlinable
  func end(_ answer: Answer) {
    var waiters = state.withLock { state in
      // Of an end and a cancel that meet, the first counts: nothing comes after a nil.
      guard state.end == nil else { return Fifo<Waiter<Answer>>() }
      defer { state.waiters.removeAll() }
      state.end = state.waiters.isEmpty ? answer : .success(nil)
      return state.waiters
    }
    waiters.popFirst()?.resume(returning: answer)
    resume(waiters, with: .success(nil))
  }

  @inlinable
  func resume(_ waiters: Fifo<Waiter<Answer>>, with answer: Answer) {
    var waiters = waiters
    while let waiter = waiters.popFirst() { waiter.resume(returning: answer) }
  }
}
