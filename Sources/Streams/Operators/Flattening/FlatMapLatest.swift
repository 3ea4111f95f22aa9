extension Signal {
  /// Starts a signal for each value and cancels the one before: only the latest is heard.
  ///
  /// ```
  /// self            1-----2--|
  /// transform(1)    a--b--c--d|
  /// transform(2)          x--y|
  /// flatMapLatest   a--b--x--y|
  /// ```
  ///
  /// The inner signal before is cancelled before `transform` is called for the new value; what it
  /// still delivers goes nowhere. Ends: when this signal has finished and no inner one runs.
  /// Fails: with the first failure; an inner one that runs is cancelled first.
  ///
  /// - Complexity: O(1) a value.
  public func flatMapLatest<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    Signal<NewValue, Failure>(start: { receive, subscription in
      guard subscription.isActive else { return }
      LatestRun(transform, receive, subscription.child()).start(self)
    })
  }
}

// MARK: - One observation

private final class LatestRun<Value: Sendable, NewValue: Sendable, Failure: Error>: Sendable {
  private enum Input: Sendable {
    case outer(Value)
    case outerFinished
    case inner(Event<NewValue, Failure>, Subscription)
    case failure(Failure)
  }

  private struct Start: Sendable {
    var value: Value
    var part: Subscription
  }

  private struct State {
    var current: Subscription?
    var isOuterDone = false
  }

  private let scope: Subscription
  private let deliver: Signal<NewValue, Failure>.Receive
  private let transform: @Sendable (Value) -> Signal<NewValue, Failure>
  private let inputs = Drain<Input>()
  private let starts = Drain<Start>()
  private let state = SerialState(State())

  init(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>,
    _ deliver: @escaping Signal<NewValue, Failure>.Receive, _ scope: Subscription
  ) {
    self.transform = transform
    self.deliver = deliver
    self.scope = scope
  }

  func start(_ outer: Signal<Value, Failure>) {
    let part = scope.child()
    outer.start(
      { event in
        switch event {
        case .value(let value): self.send(.outer(value))
        case .failure(let failure):
          part.end()
          self.send(.failure(failure))
        case .finished:
          part.end()
          self.send(.outerFinished)
        }
      }, part)
  }

  private func send(_ input: Input) {
    inputs.send(input, { decide($0) }, then: { starts.send($0, startInner) })
  }

  private func decide(_ input: Input) -> Start? {
    guard scope.isActive else { return nil }
    switch input {
    case .outer(let value):
      state.value.current?.cancel()
      let part = scope.child()
      state.value.current = part
      return Start(value: value, part: part)
    case .inner(let event, let part):
      handle(event, of: part)
    case .outerFinished:
      state.value.isOuterDone = true
      if state.value.current == nil { finish() }
    case .failure(let failure):
      scope.cancel()
      deliver(.failure(failure))
    }
    return nil
  }

  private func handle(_ event: Event<NewValue, Failure>, of part: Subscription) {
    // An inner signal that was replaced while its event waited is not heard.
    guard part === state.value.current, !part.isCancelled else { return }
    switch event {
    case .value: deliver(event)
    case .failure:
      scope.cancel()
      deliver(event)
    case .finished:
      state.value.current = nil
      part.end()
      if state.value.isOuterDone { finish() }
    }
  }

  private func finish() {
    scope.end()
    deliver(.finished)
  }

  private func startInner(_ start: Start) {
    guard start.part.isActive else { return }
    let inner = transform(start.value)
    guard start.part.isActive else { return }
    inner.start({ event in self.send(.inner(event, start.part)) }, start.part)
  }
}
