/// What a time limit is counted from.
public enum TimeoutMode: Sendable, Hashable {
  /// From the start to the first value, from value to value, from the last value to the end.
  case each
  /// From the start to the end.
  case total
}

extension Signal {
  /// Fails when the signal takes longer than `interval`.
  ///
  /// ```
  /// self              1--2-------3--|
  /// timeout(4, .each) 1--2---#
  /// ```
  ///
  /// The timer is armed after upstream was started, so a value that comes at exactly the limit
  /// wins. Fails: with what `failure` gives; upstream is cancelled first.
  ///
  /// - Complexity: O(1) a value; one timer an observation, which `.each` moves.
  @inlinable
  public func timeout(
    _ interval: Duration, _ mode: TimeoutMode = .each, scheduler: some Scheduler,
    failure: @escaping @autoclosure @Sendable () -> Failure
  ) -> Signal {
    timeout(interval, mode, on: scheduler, failure)
  }

  /// The same with any scheduler, for code that has one: the types of the run are known there.
  @inlinable
  package func timeout(
    _ interval: Duration, _ mode: TimeoutMode, on scheduler: any Scheduler,
    _ failure: @escaping @Sendable () -> Failure
  ) -> Signal {
    Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      TimeoutRun(interval, mode, scheduler, failure, receive, subscription).start(source)
    }
  }
}

extension Signal where Failure == Never {
  /// Fails when the signal, which could not fail before, takes longer than `interval`.
  ///
  /// ```
  /// self              1--2-------3--|
  /// timeout(4, .each) 1--2---#
  /// ```
  @_disfavoredOverload
  @inlinable
  public func timeout<NewFailure: Error>(
    _ interval: Duration, _ mode: TimeoutMode = .each, scheduler: some Scheduler,
    failure: @escaping @autoclosure @Sendable () -> NewFailure
  ) -> Signal<Value, NewFailure> {
    setFailureType(to: NewFailure.self)
      .timeout(interval, mode, scheduler: scheduler, failure: failure())
  }
}

// MARK: - One observation

@usableFromInline
final class TimeoutRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Input: Sendable {
    case event(Event<Value, Failure>)
    case started(at: Instant)
    case due(Instant)
  }

  @usableFromInline let interval: Duration
  @usableFromInline let mode: TimeoutMode
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let failure: @Sendable () -> Failure
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let inputs = Drain<Input>()
  /// The limit in force; nil until upstream has been started.
  @usableFromInline let due = SerialState<Instant?>(nil)
  @usableFromInline let timer: DeferredTimer<TimeoutRun>

  @inlinable
  init(
    _ interval: Duration, _ mode: TimeoutMode, _ scheduler: any Scheduler,
    _ failure: @escaping @Sendable () -> Failure,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ observation: Subscription
  ) {
    self.interval = interval
    self.mode = mode
    self.scheduler = scheduler
    self.failure = failure
    self.receive = receive
    self.observation = observation
    scope = observation.child()
    timer = DeferredTimer(scheduler) { run, due in run.send(.due(due)) }
  }

  @inlinable
  func start(_ source: Signal<Value, Failure>) {
    let begin = scheduler.now
    scope.onClose { [timer] in timer.cancel() }
    source.start({ event in self.send(.event(event)) }, scope)
    send(.started(at: begin))
  }

  @inlinable
  func send(_ input: Input) {
    inputs.send(input) { handle($0) }
  }

  @inlinable
  func arm(from begin: Instant) {
    let limit = begin.advanced(by: interval)
    due.value = limit
    timer.set(at: limit, for: self)
  }

  @inlinable
  func handle(_ input: Input) {
    guard scope.isActive else { return }
    switch input {
    case .started(at: let begin):
      // With `.each`, a value that came while upstream was starting has set the limit already.
      if due.value == nil { arm(from: begin) }
    case .event(.value(let value)):
      if mode == .each { arm(from: scheduler.now) }
      receive(.value(value))
    case .event(let end):
      scope.end()
      receive(end)
    case .due(let due):
      guard due == self.due.value else { return }
      scope.cancel()
      guard observation.isActive else { return }
      receive(.failure(failure()))
    }
  }
}
