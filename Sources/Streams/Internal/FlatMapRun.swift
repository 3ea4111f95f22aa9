/// What a flatMap decides, apart from how it is run: no lock, no observer.
@usableFromInline
struct FlatMapState<Value: Sendable>: Sendable {
  /// Whether a value that finds no slot waits for one; if not, it is dropped.
  @usableFromInline let keepsWaiting: Bool
  @usableFromInline var waiting = Fifo<Value>()
  @usableFromInline var free: Int
  @usableFromInline var running = 0
  @usableFromInline var isOuterDone = false

  @inlinable
  init(maxConcurrent: Int, keepsWaiting: Bool = true) {
    self.keepsWaiting = keepsWaiting
    free = maxConcurrent
  }

  @inlinable var isOver: Bool { isOuterDone && running == 0 }

  /// The value to start with now, if there is a slot.
  @inlinable
  mutating func receive(_ value: Value) -> Value? {
    guard running < free else {
      if keepsWaiting { waiting.append(value) }
      return nil
    }
    running += 1
    return value
  }

  /// The value that takes the slot of an inner signal that has finished.
  @inlinable
  mutating func innerFinished() -> Value? {
    let next = waiting.popFirst()
    if next == nil { running -= 1 }
    return next
  }
}

/// Runs a flatMap for one observation: makes the outer and all inner signals serial, and starts the
/// inner ones by a loop.
@usableFromInline
final class FlatMapRun<Value: Sendable, NewValue: Sendable, Failure: Error>: Sendable {
  @frozen
  @usableFromInline
  enum Input: Sendable {
    case outer(Value)
    case outerFinished
    case inner(NewValue)
    case innerFinished
    case failure(Failure)
  }

  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let deliver: Signal<NewValue, Failure>.Receive
  @usableFromInline let transform: @Sendable (Value) -> Signal<NewValue, Failure>
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let starts = Drain<Value>()
  @usableFromInline let state: SerialState<FlatMapState<Value>>

  @inlinable
  init(
    _ state: FlatMapState<Value>,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>,
    _ deliver: @escaping Signal<NewValue, Failure>.Receive, _ observation: Subscription
  ) {
    self.state = SerialState(state)
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
    // The place among the starts is taken while the input is decided, so that two inputs that
    // open slots on two threads start what waits in order.
    inputs.send(
      input, { decide($0).flatMap { starts.claim($0) ? $0 : nil } },
      then: { starts.own($0) { startInner($0) } })
  }

  /// Delivers, or answers with the value to start an inner signal for.
  @inlinable
  func decide(_ input: Input) -> Value? {
    guard scope.isActive else { return nil }
    switch input {
    case .inner(let value): deliver(.value(value))
    case .outer(let value): return state.value.receive(value)
    case .innerFinished:
      if let next = state.value.innerFinished() { return next }
      endIfOver()
    case .outerFinished:
      state.value.isOuterDone = true
      endIfOver()
    case .failure(let failure):
      scope.cancel()
      guard observation.isActive else { return nil }
      deliver(.failure(failure))
    }
    return nil
  }

  @inlinable
  func endIfOver() {
    guard state.value.isOver else { return }
    scope.end()
    deliver(.finished)
  }

  @inlinable
  func startInner(_ value: Value) {
    guard scope.isActive else { return }
    let inner = transform(value)
    let part = scope.nested()
    guard part.isActive else { return }
    inner.startNested(
      { event in
        switch event {
        case .value(let value): self.send(.inner(value))
        case .failure(let failure):
          part.end()
          self.send(.failure(failure))
        case .finished:
          part.end()
          self.send(.innerFinished)
        }
      }, part)
  }
}
