/// What an operator of two inputs decides, apart from how it is run.
@usableFromInline
protocol PairState: Sendable {
  associatedtype First: Sendable
  associatedtype Second: Sendable

  /// Whether the inputs run on, unheard but for a failure, after an end: so in a nested zip.
  static var keepsInputsAtEnd: Bool { get }

  mutating func receive(first value: First) -> PairEffect<First, Second>
  mutating func receive(second value: Second) -> PairEffect<First, Second>
  mutating func firstFinished() -> PairEffect<First, Second>
  mutating func secondFinished() -> PairEffect<First, Second>
}

/// What follows from an input.
@frozen
@usableFromInline
enum PairEffect<First: Sendable, Second: Sendable>: Sendable {
  case none
  case pair(First, Second)
  case pairThenEnd(First, Second)
  case end
}

/// Runs an operator of two inputs for one observation: makes the inputs serial, lets the state
/// decide, and obeys.
@usableFromInline
final class PairRun<State: PairState, Failure: Error>: Sendable {
  @usableFromInline typealias Output = (State.First, State.Second)

  @frozen
  @usableFromInline
  enum Input: Sendable {
    case first(State.First)
    case second(State.Second)
    case firstFinished
    case secondFinished
    case failure(Failure)
  }

  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let deliver: Signal<Output, Failure>.Receive
  @usableFromInline let drain = Drain<Input>()
  @usableFromInline let state: SerialState<State>

  @inlinable
  init(
    _ state: State, _ deliver: @escaping Signal<Output, Failure>.Receive,
    _ observation: Subscription
  ) {
    self.state = SerialState(state)
    self.deliver = deliver
    self.observation = observation
    scope = observation.child()
  }

  /// `keepsFirst`: the first input is a nested run, which may still fail after it has finished.
  @inlinable
  func start(
    _ first: Signal<State.First, Failure>, _ second: Signal<State.Second, Failure>,
    keepsFirst: Bool = false
  ) {
    let firstPart = scope.child()
    first.start(
      { event in
        switch event {
        case .value(let value): self.receive(first: value)
        case .failure(let failure): self.end(firstPart, .failure(failure))
        case .finished:
          if keepsFirst { self.send(.firstFinished) } else { self.end(firstPart, .firstFinished) }
        }
      }, firstPart)
    guard scope.isActive else { return }
    let secondPart = scope.child()
    second.start(
      { event in
        switch event {
        case .value(let value): self.receive(second: value)
        case .failure(let failure): self.end(secondPart, .failure(failure))
        case .finished: self.end(secondPart, .secondFinished)
        }
      }, secondPart)
  }

  // The two that are called for each value go round the switch of `handle` when nobody is in the
  // way.

  @inlinable @inline(__always)
  func receive(first value: State.First) {
    guard drain.claim(.first(value)) else { return }
    if scope.isActive { obey(state.value.receive(first: value)) }
    if !drain.leave() { handleWaiting() }
  }

  @inlinable @inline(__always)
  func receive(second value: State.Second) {
    guard drain.claim(.second(value)) else { return }
    if scope.isActive { obey(state.value.receive(second: value)) }
    if !drain.leave() { handleWaiting() }
  }

  @inlinable
  func send(_ input: Input) {
    guard drain.claim(input) else { return }
    handle(input)
    if !drain.leave() { handleWaiting() }
  }

  @inlinable @inline(never)
  func handleWaiting() {
    drain.handleWaiting { handle($0) }
  }

  @inlinable
  func end(_ part: Subscription, _ input: Input) {
    part.end()
    send(input)
  }

  @inlinable
  func handle(_ input: Input) {
    guard scope.isActive else { return }
    let effect: PairEffect<State.First, State.Second>
    switch input {
    case .first(let value): effect = state.value.receive(first: value)
    case .second(let value): effect = state.value.receive(second: value)
    case .firstFinished: effect = state.value.firstFinished()
    case .secondFinished: effect = state.value.secondFinished()
    case .failure(let failure):
      scope.cancel()
      guard observation.isActive else { return }
      return deliver(.failure(failure))
    }
    obey(effect)
  }

  @inlinable @inline(__always)
  func obey(_ effect: PairEffect<State.First, State.Second>) {
    switch effect {
    case .none: break
    case .pair(let first, let second): deliver(.value((first, second)))
    case .pairThenEnd(let first, let second):
      deliver(.value((first, second)))
      end()
    case .end: end()
    }
  }

  /// Cancels what still runs, then ends; unless the observer, or a teardown, has cancelled.
  @inlinable
  func end() {
    guard scope.isActive else { return }
    if !State.keepsInputsAtEnd { scope.cancel() }
    guard observation.isActive else { return }
    deliver(.finished)
  }
}
