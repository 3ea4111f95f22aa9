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
  /// A closure of several statements that returns early says what it returns:
  /// `{ text -> Signal<[Hit], SearchError> in guard … else { return .empty() } … }`.
  ///
  /// The inner signal before is cancelled before `transform` is called for the new value; what it
  /// still delivers goes nowhere. Ends: when this signal has finished and no inner one runs.
  /// Fails: with the first failure; an inner one that runs is cancelled first.
  ///
  /// - Complexity: O(1) a value.
  @inlinable
  public func flatMapLatest<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    let kept = Kept(transform)
    return Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      guard subscription.isActive, let transform = kept.make else { return }
      LatestRun(transform, receive, subscription).start(source)
    }
  }

  /// Starts a signal that cannot fail for each value of one that can, and cancels the one before.
  ///
  /// ```
  /// self            1-----2--#
  /// transform(1)    a--b--c--d|
  /// transform(2)          x--y|
  /// flatMapLatest   a--b--x--#
  /// ```
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Never>
  ) -> Signal<NewValue, Failure> {
    flatMapLatest { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Starts a signal that can fail for each value and cancels the one before.
  ///
  /// ```
  /// self            1-----2--|
  /// transform(1)    a--b--c--d|
  /// transform(2)          x--#
  /// flatMapLatest   a--b--x--#
  /// ```
  ///
  /// The values of this signal cannot fail, those it leads to can.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<NewValue: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, NewFailure>
  ) -> Signal<NewValue, NewFailure> {
    setFailureType(to: NewFailure.self).flatMapLatest(transform)
  }
}

// MARK: - One observation

@usableFromInline
final class LatestRun<Value: Sendable, NewValue: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Input: Sendable {
    case outer(Value)
    case outerFinished
    case inner(Event<NewValue, Failure>, Subscription)
    case failure(Failure)
  }

  @usableFromInline
  struct Start: Sendable {
    @usableFromInline var value: Value
    @usableFromInline var part: Subscription

    @inlinable
    init(value: Value, part: Subscription) {
      self.value = value
      self.part = part
    }
  }

  @usableFromInline
  struct State {
    @usableFromInline var current: Subscription?
    @usableFromInline var isOuterDone = false

    @inlinable init() {}
  }

  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let deliver: Signal<NewValue, Failure>.Receive
  @usableFromInline let transform: @Sendable (Value) -> Signal<NewValue, Failure>
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let starts = Drain<Start>()
  @usableFromInline let state = SerialState(State())

  @inlinable
  init(
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>,
    _ deliver: @escaping Signal<NewValue, Failure>.Receive, _ observation: Subscription
  ) {
    self.transform = transform
    self.deliver = deliver
    self.observation = observation
    scope = observation.child()
  }

  @inlinable
  func start(_ outer: Signal<Value, Failure>) {
    outer.startPart(of: scope) { event in
      switch event {
      case .value(let value): self.send(.outer(value))
      case .failure(let failure): self.send(.failure(failure))
      case .finished: self.send(.outerFinished)
      }
    }
  }

  @inlinable
  func send(_ input: Input) {
    inputs.send(input, { decide($0) }, then: { starts.send($0, startInner) })
  }

  @inlinable
  func decide(_ input: Input) -> Start? {
    guard scope.isActive else { return nil }
    switch input {
    case .outer(let value):
      state.value.current?.cancel()
      let part = scope.nested()
      state.value.current = part
      return Start(value: value, part: part)
    case .inner(let event, let part):
      handle(event, of: part)
    case .outerFinished:
      state.value.isOuterDone = true
      if state.value.current == nil { finish() }
    case .failure(let failure):
      scope.cancel()
      guard observation.isActive else { return nil }
      deliver(.failure(failure))
    }
    return nil
  }

  @inlinable
  func handle(_ event: Event<NewValue, Failure>, of part: Subscription) {
    // An inner signal that was replaced while its event waited is not heard.
    guard part === state.value.current, !part.isCancelled else { return }
    switch event {
    case .value: deliver(event)
    case .failure:
      scope.cancel()
      guard observation.isActive else { return }
      deliver(event)
    case .finished:
      state.value.current = nil
      part.end()
      if state.value.isOuterDone { finish() }
    }
  }

  @inlinable
  func finish() {
    scope.end()
    deliver(.finished)
  }

  @inlinable
  func startInner(_ start: Start) {
    guard start.part.isActive else { return }
    let inner = transform(start.value)
    guard start.part.isActive else { return }
    inner.startNested({ event in self.send(.inner(event, start.part)) }, start.part)
  }
}
