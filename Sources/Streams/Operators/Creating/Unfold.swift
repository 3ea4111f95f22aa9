extension Signal {
  /// Delivers what `next` makes of a state, value after value, until it answers nil.
  ///
  /// ```
  /// unfold(state: 1) { state in … }   (1248|)
  /// ```
  ///
  /// Like `sequence(state:next:)` of the standard library, with a state of its own for each
  /// observation. The subscription is looked at before each value (G4).
  ///
  /// ```swift
  /// Signal.unfold(state: 1) { power in
  ///   defer { power *= 2 }
  ///   return power < 10 ? power : nil
  /// }
  /// ```
  @_disfavoredOverload
  @inlinable
  public static func unfold<State: Sendable>(
    state: State, next: @escaping @Sendable (inout State) -> Value?
  ) -> Signal {
    deliveringEach(from: state, next)
  }

  /// Goes on from state to state: a step is a signal of values, each with the state that follows.
  ///
  /// ```
  /// step(1)           -a|
  /// step(2)             --b|
  /// unfold(from: 1)   -a---b|
  /// ```
  ///
  /// `step` is asked for the first state, then for the state that the last value of the step before
  /// came with, when that step has finished and was torn down. Ends: after a step whose last value
  /// came with nil, and after one without a value. A step of several values delivers them all, and
  /// the state of its last counts. Fails: with the failure of a step.
  ///
  /// Pages by number:
  ///
  /// ```swift
  /// Signal.unfold(from: 1) { number in
  ///   page(number).map { ($0.items, $0.isLast ? nil : number + 1) }
  /// }
  /// ```
  ///
  /// Polling, where the state is how long to wait before asking:
  ///
  /// ```swift
  /// Signal.unfold(from: .zero) { (wait: Duration) in
  ///   Signal.just(()).delay(for: wait, scheduler: clock)
  ///     .flatMap { status() }
  ///     .map { ($0, $0.isDone ? nil : .seconds(2)) }
  /// }
  /// ```
  ///
  /// Steps are run by a loop: a million that answer at once need no more stack than one.
  @_disfavoredOverload
  @inlinable
  public static func unfold<State: Sendable>(
    from first: State,
    _ step: @escaping @Sendable (State) -> Signal<(Value, State?), Failure>
  ) -> Signal {
    delivering(from: first, step)
  }

  /// Goes on from state to state, where the first may be none: pages by cursor.
  ///
  /// ```
  /// step(nil)    -a|
  /// step("x")      --b|
  /// unfold(…)    -a---b|
  /// ```
  ///
  /// ```swift
  /// Signal.unfold { cursor in
  ///   page(after: cursor).map { ($0.items, $0.nextCursor) }
  /// }
  /// ```
  ///
  /// `step` is asked for `first`, which is nil when it is left out. A nil that comes with a value
  /// is the end here too, never a return to the beginning. A closure of several statements may have
  /// to say what it is given: `{ (cursor: String?) in … }`.
  @inlinable
  public static func unfold<State: Sendable>(
    from first: State? = nil,
    _ step: @escaping @Sendable (State?) -> Signal<(Value, State?), Failure>
  ) -> Signal {
    delivering(from: first) { state in
      step(state).map { value, next in (value, next.map(Optional.some)) }
    }
  }
}

extension Signal where Failure == Never {
  /// Delivers what `next` makes of a state, value after value, until it answers nil; a signal of
  /// which nothing else is said cannot fail.
  ///
  /// ```
  /// unfold(state: 1) { state in … }   (1248|)
  /// ```
  @inlinable
  public static func unfold<State: Sendable>(
    state: State, next: @escaping @Sendable (inout State) -> Value?
  ) -> Signal {
    deliveringEach(from: state, next)
  }
}

// MARK: - One observation

extension Signal {
  @inlinable
  static func deliveringEach<State: Sendable>(
    from first: State, _ next: @escaping @Sendable (inout State) -> Value?
  ) -> Signal {
    Signal(start: { receive, subscription in
      var state = first
      while subscription.isActive {
        let value = next(&state)
        guard subscription.isActive else { return }
        guard let value else { return receive(.finished) }
        receive(.value(value))
      }
    })
  }

  @inlinable
  static func delivering<State: Sendable>(
    from first: State,
    _ step: @escaping @Sendable (State) -> Signal<(Value, State?), Failure>
  ) -> Signal {
    let kept = Kept(step)
    return Signal(start: { receive, subscription in
      guard let step = kept.make else { return }
      UnfoldRun(step, receive, subscription).start(first)
    })
  }
}

@usableFromInline
final class UnfoldRun<State: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let step: @Sendable (State) -> Signal<(Value, State?), Failure>
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  /// What the last value of the step that runs came with.
  @usableFromInline let next = SerialState(State?.none)
  @usableFromInline let steps = Drain<State>()

  @inlinable
  init(
    _ step: @escaping @Sendable (State) -> Signal<(Value, State?), Failure>,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription
  ) {
    self.step = step
    self.receive = receive
    self.subscription = subscription
  }

  @inlinable
  func start(_ first: State) {
    steps.send(first) { perform($0) }
  }

  @inlinable
  func perform(_ state: State) {
    guard subscription.isActive else { return }
    let signal = step(state)
    let part = subscription.nested()
    guard part.isActive else { return }
    signal.startNested({ event in self.handle(event, of: part) }, part)
  }

  @inlinable
  func handle(_ event: Event<(Value, State?), Failure>, of part: Subscription) {
    switch event {
    case .value((let value, let state)):
      next.value = state
      receive(.value(value))
    case .failure(let failure):
      part.end()
      receive(.failure(failure))
    case .finished:
      part.end()
      guard let state = takeNext() else { return receive(.finished) }
      steps.send(state) { perform($0) }
    }
  }

  @inlinable
  func takeNext() -> State? {
    let state = next.value
    next.value = nil
    return state
  }
}
