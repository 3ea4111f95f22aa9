/// The values of all signals, as they come.
///
/// ```
/// a             1-----3--|
/// b             ---2-----4--|
/// merge(a, b)   1--2--3--4--|
/// ```
///
/// Signals start in the order given. Ends: when all have. Fails: with the first failure; the
/// others are cancelled before it is delivered, and signals not yet started stay so.
///
/// - Complexity: O(1) a value; no allocation when values do not meet.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ first: Signal<Value, Failure>, _ second: Signal<Value, Failure>,
  _ others: Signal<Value, Failure>...
) -> Signal<Value, Failure> {
  merge([first, second] + others)
}

/// The values of all signals, as they come. An empty list finishes at once.
///
/// ```
/// a               1-----3--|
/// b               ---2-----4--|
/// merge([a, b])   1--2--3--4--|
/// ```
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ signals: [Signal<Value, Failure>]
) -> Signal<Value, Failure> {
  guard !signals.isEmpty else { return .empty() }
  return Signal(over: signals) { signals, receive, subscription in
    guard subscription.isActive else { return }
    let run = MergeRun(signals.count, receive, subscription)
    for signal in signals {
      guard run.scope.isActive else { return }
      let part = run.scope.child()
      signal.start({ event in run.receive(event, of: part) }, part)
    }
  }
}

extension Signal {
  /// The values of both signals, as they come: `merge(self, other)`.
  ///
  /// ```
  /// self                     1-----3--|
  /// other                    ---2-----4--|
  /// self.merge(with: other)  1--2--3--4--|
  /// ```
  @inlinable
  public func merge(with other: Signal) -> Signal {
    Streams.merge([self, other])
  }
}

// MARK: - One observation

@usableFromInline
final class MergeRun<Value: Sendable, Failure: Error>: Sendable {
  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let deliver: Signal<Value, Failure>.Receive
  @usableFromInline let drain = Drain<Event<Value, Failure>>()
  /// How many signals have not finished; the drain's owner's.
  @usableFromInline let running: SerialState<Int>

  @inlinable
  init(
    _ count: Int, _ deliver: @escaping Signal<Value, Failure>.Receive,
    _ observation: Subscription
  ) {
    self.running = SerialState(count)
    self.deliver = deliver
    self.observation = observation
    scope = observation.child()
  }

  @inlinable
  func receive(_ event: Event<Value, Failure>, of part: Subscription) {
    if event.isTerminal { part.end() }
    guard drain.claim(event) else { return }
    handle(event)
    if !drain.leave() { handleWaiting() }
  }

  @inlinable @inline(never)
  func handleWaiting() {
    drain.handleWaiting { handle($0) }
  }

  @inlinable
  func handle(_ event: Event<Value, Failure>) {
    guard scope.isActive else { return }
    switch event {
    case .value: deliver(event)
    case .failure:
      scope.cancel()
      guard observation.isActive else { return }
      deliver(event)
    case .finished:
      running.value -= 1
      guard running.value == 0 else { return }
      scope.end()
      deliver(.finished)
    }
  }
}
