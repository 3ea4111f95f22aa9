/// What an operator of a list of equal inputs decides, apart from how it is run.
@usableFromInline
protocol ListState: Sendable {
  associatedtype Value: Sendable

  mutating func receive(_ value: Value, from index: Int) -> ListEffect<Value>
  mutating func finished(_ index: Int) -> ListEffect<Value>
}

/// What follows from an input.
@usableFromInline
enum ListEffect<Value: Sendable>: Sendable {
  case none
  case deliver([Value])
  case deliverThenEnd([Value])
  case end
}

/// Runs an operator of a list of inputs for one observation: makes the inputs serial, lets the
/// state decide, and obeys.
@usableFromInline
final class ListRun<State: ListState, Failure: Error>: Sendable {
  @usableFromInline
  struct Input: Sendable {
    @usableFromInline var event: Event<State.Value, Failure>
    @usableFromInline var index: Int

    @inlinable
    init(event: Event<State.Value, Failure>, index: Int) {
      self.event = event
      self.index = index
    }
  }

  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let deliver: Signal<[State.Value], Failure>.Receive
  @usableFromInline let drain = Drain<Input>()
  @usableFromInline let state: SerialState<State>

  @inlinable
  init(
    _ state: State, _ deliver: @escaping Signal<[State.Value], Failure>.Receive,
    _ observation: Subscription
  ) {
    self.state = SerialState(state)
    self.deliver = deliver
    self.observation = observation
    scope = observation.child()
  }

  @inlinable
  func start(_ signals: [Signal<State.Value, Failure>]) {
    for (index, signal) in signals.enumerated() {
      guard scope.isActive else { return }
      let part = scope.child()
      signal.start(
        { event in
          if event.isTerminal { part.end() }
          self.drain.send(Input(event: event, index: index)) { self.handle($0) }
        }, part)
    }
  }

  @inlinable
  func handle(_ input: Input) {
    guard scope.isActive else { return }
    switch input.event {
    case .value(let value): obey(state.value.receive(value, from: input.index))
    case .finished: obey(state.value.finished(input.index))
    case .failure(let failure):
      scope.cancel()
      guard observation.isActive else { return }
      deliver(.failure(failure))
    }
  }

  @inlinable
  func obey(_ effect: ListEffect<State.Value>) {
    switch effect {
    case .none: break
    case .deliver(let values): deliver(.value(values))
    case .deliverThenEnd(let values):
      deliver(.value(values))
      end()
    case .end: end()
    }
  }

  @inlinable
  func end() {
    guard scope.isActive else { return }
    scope.cancel()
    guard observation.isActive else { return }
    deliver(.finished)
  }
}
