/// What an operator of a list of equal inputs decides, apart from how it is run.
protocol ListState: Sendable {
  associatedtype Value: Sendable

  mutating func receive(_ value: Value, from index: Int) -> ListEffect<Value>
  mutating func finished(_ index: Int) -> ListEffect<Value>
}

/// What follows from an input.
enum ListEffect<Value: Sendable>: Sendable {
  case none
  case deliver([Value])
  case deliverThenEnd([Value])
  case end
}

/// Runs an operator of a list of inputs for one observation: makes the inputs serial, lets the
/// state decide, and obeys.
final class ListRun<State: ListState, Failure: Error>: Sendable {
  private struct Input: Sendable {
    var event: Event<State.Value, Failure>
    var index: Int
  }

  private let scope: Subscription
  private let deliver: Signal<[State.Value], Failure>.Receive
  private let drain = Drain<Input>()
  private let state: SerialState<State>

  init(
    _ state: State, _ deliver: @escaping Signal<[State.Value], Failure>.Receive,
    _ scope: Subscription
  ) {
    self.state = SerialState(state)
    self.deliver = deliver
    self.scope = scope
  }

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

  private func handle(_ input: Input) {
    guard scope.isActive else { return }
    switch input.event {
    case .value(let value): obey(state.value.receive(value, from: input.index))
    case .finished: obey(state.value.finished(input.index))
    case .failure(let failure):
      scope.cancel()
      deliver(.failure(failure))
    }
  }

  private func obey(_ effect: ListEffect<State.Value>) {
    switch effect {
    case .none: break
    case .deliver(let values): deliver(.value(values))
    case .deliverThenEnd(let values):
      deliver(.value(values))
      end()
    case .end: end()
    }
  }

  private func end() {
    guard scope.isActive else { return }
    scope.cancel()
    deliver(.finished)
  }
}
