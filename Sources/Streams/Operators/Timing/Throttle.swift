extension Signal {
  /// Delivers at most one value in `interval`: the first, and where `latest` says so the newest.
  ///
  /// ```
  /// self                         12------34-|
  /// throttle(4, latest: true)    1---2---3---(4|)
  /// throttle(4, latest: false)   1-------3--|
  /// ```
  ///
  /// A value that comes when no window is open passes at once and opens one. With `latest` the
  /// newest value of a window goes out at its end, which opens the next; without, what falls into
  /// a window is dropped. A value that comes at exactly the end of a window is no longer in it: it
  /// passes, and what waited is dropped for it. An interval of zero or less lets everything pass.
  ///
  /// Ends: after the value that waits, at the end of its window. Fails: at once; a value that waits
  /// is dropped.
  ///
  /// - Complexity: O(1) a value; one timer an observation, which is moved from window to window.
  @inlinable
  public func throttle(
    for interval: Duration, latest: Bool, scheduler: some Scheduler
  ) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      let window = ThrottleWindow<Value>(interval, latest: latest)
      ThrottleRun(window, scheduler, receive, subscription).start(source)
    }
  }
}

// MARK: - What to do

/// The decisions of throttle: no timer, no observer.
@usableFromInline
struct ThrottleWindow<Value: Sendable>: Sendable {
  @frozen
  @usableFromInline
  enum Effect: Sendable {
    case none
    case pass(Value)
    /// Come back then.
    case wait(until: Instant)
    case passThenEnd(Value)
    case end
  }

  @usableFromInline let interval: Duration
  @usableFromInline let latest: Bool
  /// When the window ends: one that is over does not count. Nil before the first value.
  @usableFromInline var end: Instant?
  @usableFromInline var waiting: Value?
  @usableFromInline var isFinished = false

  @inlinable
  init(_ interval: Duration, latest: Bool) {
    self.interval = interval
    self.latest = latest
  }

  @inlinable
  mutating func receive(_ value: Value, at now: Instant) -> Effect {
    guard let end, now < end else {
      waiting = nil
      self.end = now.advanced(by: interval)
      return .pass(value)
    }
    guard latest else { return .none }
    defer { waiting = value }
    return waiting == nil ? .wait(until: end) : .none
  }

  /// The instant it waited for has come; one of a window that was closed by a value is no more.
  @inlinable
  mutating func due(_ due: Instant, at now: Instant) -> Effect {
    guard due == end, let value = waiting else { return .none }
    waiting = nil
    end = now.advanced(by: interval)
    return isFinished ? .passThenEnd(value) : .pass(value)
  }

  @inlinable
  mutating func finish() -> Effect {
    isFinished = true
    return waiting == nil ? .end : .none
  }
}

// MARK: - One observation

@usableFromInline
final class ThrottleRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Input: Sendable {
    case event(Event<Value, Failure>)
    case due(Instant)
  }

  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let inputs = Drain<Input>()
  @usableFromInline let window: SerialState<ThrottleWindow<Value>>
  @usableFromInline let timer: DeferredTimer<ThrottleRun>

  @inlinable
  init(
    _ window: ThrottleWindow<Value>, _ scheduler: any Scheduler,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription
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
      window.value.waiting = nil
      return
    }
    switch input {
    case .event(.value(let value)): obey(window.value.receive(value, at: scheduler.now))
    case .event(.finished): obey(window.value.finish())
    case .event(.failure(let failure)): end(.failure(failure))
    case .due(let due): obey(window.value.due(due, at: scheduler.now))
    }
  }

  @inlinable
  func obey(_ effect: ThrottleWindow<Value>.Effect) {
    switch effect {
    case .none: break
    case .pass(let value): receive(.value(value))
    case .wait(until: let instant): timer.set(at: instant, for: self)
    case .passThenEnd(let value):
      receive(.value(value))
      if subscription.isActive { end(.finished) }
    case .end: end(.finished)
    }
  }

  @inlinable
  func end(_ event: Event<Value, Failure>) {
    timer.cancel()
    window.value.waiting = nil
    receive(event)
  }
}
