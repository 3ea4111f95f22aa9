extension Signal {
  /// Starts a signal for each value and passes on what they all deliver, as it comes.
  ///
  /// ```
  /// self           1-----2--|
  /// transform(1)   a--b--c|
  /// transform(2)         x--y|
  /// flatMap        a--b-(cx)-y|
  /// ```
  ///
  /// At most `maxConcurrent` inner signals run; further values wait, first in, first out, and
  /// `transform` is called for one when its slot opens, which is after the inner signal before
  /// has been torn down. Less than 1 is reported (``Misuse``) and taken for 1. Ends: when this
  /// signal and all inner ones have. Fails: with the first failure of any; everything else is
  /// cancelled before it is delivered.
  ///
  /// - Complexity: O(1) a value; stores what waits for a slot.
  @inlinable
  public func flatMap<NewValue: Sendable>(
    maxConcurrent: Int = .max,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    let slots = Misuse.count(maxConcurrent, in: "flatMap(maxConcurrent:)")
    return Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      FlatMapRun<Value, NewValue, Failure>(slots, transform, receive, subscription.child())
        .start(source)
    }
  }
}

extension Signal where Failure == Never {
  /// Starts a signal that can fail for each value and passes on what they all deliver.
  ///
  /// ```
  /// self           1-----2--|
  /// transform(1)   a--b--c|
  /// transform(2)         x--#
  /// flatMap        a--b-(cx)-#
  /// ```
  ///
  /// The values of this signal cannot fail, those it leads to can.
  @_disfavoredOverload
  @inlinable
  public func flatMap<NewValue: Sendable, NewFailure: Error>(
    maxConcurrent: Int = .max,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, NewFailure>
  ) -> Signal<NewValue, NewFailure> {
    setFailureType(to: NewFailure.self).flatMap(maxConcurrent: maxConcurrent, transform)
  }
}

// MARK: - What to do

/// The decisions of flatMap: no lock, no observer.
@usableFromInline
struct FlatMapState<Value: Sendable>: Sendable {
  @usableFromInline var waiting = Fifo<Value>()
  @usableFromInline var free: Int
  @usableFromInline var running = 0
  @usableFromInline var isOuterDone = false

  @inlinable
  init(maxConcurrent: Int) {
    free = maxConcurrent
  }

  @inlinable var isOver: Bool { isOuterDone && running == 0 }

  /// The value to start with now, if there is a slot.
  @inlinable
  mutating func receive(_ value: Value) -> Value? {
    guard running < free else {
      waiting.append(value)
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

// MARK: - One observation

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

  @usableFromInline let scope: Subscription
  @usableFromInline let deliver: Signal<NewValue, Failure>.Receive
  @usableFromInline let transform: @Sendable (Value) -> Signal<NewValue, Failure>
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let starts = Drain<Value>()
  @usableFromInline let state: SerialState<FlatMapState<Value>>

  @inlinable
  init(
    _ maxConcurrent: Int,
    _ transform: @escaping @Sendable (Value) -> Signal<NewValue, Failure>,
    _ deliver: @escaping Signal<NewValue, Failure>.Receive, _ scope: Subscription
  ) {
    self.state = SerialState(FlatMapState(maxConcurrent: maxConcurrent))
    self.transform = transform
    self.deliver = deliver
    self.scope = scope
  }

  @inlinable
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
