/// When values that are collected go out.
public enum CollectStrategy: Sendable {
  /// An interval after the first of them.
  case byTime(_ interval: Duration, scheduler: any Scheduler)
  /// An interval after the first of them, or earlier, when there are so many. A count below 1 is
  /// reported (``Misuse``) and taken for 1.
  case byTimeOrCount(_ interval: Duration, _ count: Int, scheduler: any Scheduler)
}

extension Signal {
  /// Collects values and delivers them together, a window at a time.
  ///
  /// ```
  /// self                            12---345-6|
  /// collect(.byTime(3))             ---[12]----[345]-([6]|)
  /// collect(.byTimeOrCount(3, 2))   -[12]----[34]--[56]|
  /// ```
  ///
  /// A window opens with the first value in it and closes an interval later, or with the value that
  /// fills it; there are no empty arrays. An interval of zero or less is the next turn of the
  /// scheduler. Ends: what is collected goes out first, both at once. Fails: at once; what is
  /// collected is dropped.
  ///
  /// - Complexity: O(1) a value; stores a window; one timer an observation, moved from window to
  ///   window.
  @inlinable
  public func collect(_ strategy: CollectStrategy) -> Signal<[Value], Failure> {
    let (interval, count, scheduler) = strategy.parts
    return Signal<[Value], Failure>(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      let window = CollectWindow<Value>(interval, count)
      CollectRun(window, scheduler, receive, subscription).start(source)
    }
  }
}

extension CollectStrategy {
  @usableFromInline
  var parts: (interval: Duration, count: Int, scheduler: any Scheduler) {
    switch self {
    case .byTime(let interval, let scheduler): (interval, .max, scheduler)
    case .byTimeOrCount(let interval, let count, let scheduler):
      (interval, Misuse.count(count, in: "collect(.byTimeOrCount)"), scheduler)
    }
  }
}

// MARK: - What to do

/// The decisions of a collect by time: no timer, no observer.
@usableFromInline
struct CollectWindow<Value: Sendable>: Sendable {
  @frozen
  @usableFromInline
  enum Effect: Sendable {
    case none
    /// Come back then.
    case wait(until: Instant)
    case deliver([Value])
  }

  @usableFromInline let interval: Duration
  @usableFromInline let count: Int
  @usableFromInline var values: [Value] = []
  /// When the window closes that was opened last.
  @usableFromInline var end = Instant.zero

  @inlinable
  init(_ interval: Duration, _ count: Int) {
    self.interval = interval
    self.count = count
  }

  @inlinable
  mutating func receive(_ value: Value, at now: @autoclosure () -> Instant) -> Effect {
    values.append(value)
    guard values.count < count else { return close() }
    guard values.count == 1 else { return .none }
    end = now().advanced(by: interval)
    return .wait(until: end)
  }

  /// The instant it waited for has come; one of a window that was filled before is no more.
  @inlinable
  mutating func due(_ due: Instant) -> Effect {
    due == end ? close() : .none
  }

  /// What is there goes out.
  @inlinable
  mutating func close() -> Effect {
    guard !values.isEmpty else { return .none }
    defer { values = [] }
    return .deliver(values)
  }
}

// MARK: - One observation

@usableFromInline
final class CollectRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Input: Sendable {
    case event(Event<Value, Failure>)
    case due(Instant)
  }

  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let receive: Signal<[Value], Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let window: SerialState<CollectWindow<Value>>
  @usableFromInline let timer: DeferredTimer<CollectRun>

  @inlinable
  init(
    _ window: CollectWindow<Value>, _ scheduler: any Scheduler,
    _ receive: @escaping Signal<[Value], Failure>.Receive, _ subscription: Subscription
  ) {
    self.window = SerialState(window)
    self.scheduler = scheduler
    self.receive = receive
    self.subscription = subscription
    timer = DeferredTimer(scheduler) { run, due in run.send(.due(due)) }
  }

  @inlinable
  func start(_ source: Signal<Value, Failure>) {
    subscription.onClose { [timer] in timer.cancel() }
    source.startPart(of: subscription) { event in self.send(.event(event)) }
  }

  @inlinable
  func send(_ input: Input) {
    inputs.send(input) { handle($0) }
  }

  @inlinable
  func handle(_ input: Input) {
    guard subscription.isActive else {
      window.value.values = []
      return
    }
    switch input {
    case .event(.value(let value)): obey(window.value.receive(value, at: scheduler.now))
    case .due(let due): obey(window.value.due(due))
    case .event(.finished):
      timer.cancel()
      obey(window.value.close())
      if subscription.isActive { receive(.finished) }
    case .event(.failure(let failure)):
      timer.cancel()
      window.value.values = []
      receive(.failure(failure))
    }
  }

  @inlinable
  func obey(_ effect: CollectWindow<Value>.Effect) {
    switch effect {
    case .none: break
    case .wait(until: let instant): timer.set(at: instant, for: self)
    case .deliver(let values): receive(.value(values))
    }
  }
}
