extension Signal {
  /// Starts again after a failure, at most `count` times.
  ///
  /// ```
  /// self       1--2--#            each time
  /// retry(1)   1--2--1--2--#
  /// ```
  ///
  /// `count` is the number of additional attempts; 0 or less changes nothing. Values of failed
  /// attempts stay delivered. Each attempt is torn down before the next starts. Attempts that
  /// fail at once are run by a loop.
  @inlinable
  public func retry(_ count: Int) -> Signal {
    guard count > 0 else { return self }
    return Signal(over: self) { source, receive, subscription in
      RetryRun(source, nil, receive, subscription) { _, attempt in
        attempt.number <= count ? .retry(after: .zero) : .fail
      }.start()
    }
  }

  /// Starts again after a failure, when and as often as `decide` says.
  ///
  /// ```swift
  /// request.retry(scheduler: clock) { failure, attempt in
  ///   guard failure.isTransient, attempt.number < 4 else { return .fail }
  ///   return .retry(after: backoff.delay(attempt: attempt.sinceValue))
  /// }
  /// ```
  ///
  /// `decide` is told the failure and which attempt it ended. An attempt is torn down before it is
  /// called. A wait of zero or less starts again at once, without the scheduler, by a loop. A
  /// cancel stops a pending wait.
  @inlinable
  public func retry(
    scheduler: some Scheduler,
    when decide: @escaping @Sendable (Failure, RetryAttempt) -> RetryDecision<Failure>
  ) -> Signal {
    Signal(over: self) { source, receive, subscription in
      RetryRun(source, scheduler, receive, subscription, decide).start()
    }
  }
}

extension Signal {
  /// Starts again after a failure, at most `count` times, each time after the wait that `backoff`
  /// says.
  ///
  /// ```
  /// self                            1--#                    each time
  /// retry(2, backoff: constant(4))  1--#   1--#   1--#
  /// ```
  ///
  /// ```swift
  /// load.retry(3, backoff: .exponential(base: .milliseconds(200)), scheduler: clock) { failure in
  ///   failure.isTransient
  /// }
  /// ```
  ///
  /// `count` is the number of additional attempts. Only failures that pass `shouldRetry`, all when
  /// it is left out, lead to one. Waits grow with the number of attempts since the last value;
  /// decorrelated jitter, which looks at the wait before, begins anew after a value too.
  @inlinable
  public func retry(
    _ count: Int, backoff: Backoff, scheduler: some Scheduler,
    if shouldRetry: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) -> Signal {
    guard count > 0 else { return self }
    return Signal(over: self) { source, receive, subscription in
      let wait = SerialState<Duration?>(nil)
      RetryRun(source, scheduler, receive, subscription) { failure, attempt in
        guard attempt.number <= count, shouldRetry(failure) else { return .fail }
        let previous = attempt.sinceValue > 1 ? wait.value : nil
        let next = backoff.delay(attempt: attempt.sinceValue, previous: previous)
        wait.value = next
        return .retry(after: next)
      }.start()
    }
  }
}

/// Which attempt a failure ended.
public struct RetryAttempt: Sendable, Hashable {
  /// From 1; it is never reset.
  public var number: Int
  /// From 1, counted anew with each value: an attempt that delivered one is the first since then.
  public var sinceValue: Int

  /// An attempt, for calling a decision in a test.
  public init(number: Int, sinceValue: Int) {
    self.number = number
    self.sinceValue = sinceValue
  }
}

/// What follows a failure.
public struct RetryDecision<Failure: Error>: Sendable {
  @usableFromInline
  enum Choice: Sendable {
    case retry(Duration)
    case fail(Failure?)
  }

  @usableFromInline let choice: Choice

  @inlinable
  init(choice: Choice) {
    self.choice = choice
  }

  /// Another attempt, after a wait. Zero or less: at once.
  @inlinable
  public static func retry(after wait: Duration) -> RetryDecision {
    RetryDecision(choice: .retry(wait))
  }

  /// The end, with the failure of the attempt.
  public static var fail: RetryDecision { RetryDecision(choice: .fail(nil)) }

  /// The end, with another failure.
  @inlinable
  public static func fail(with failure: Failure) -> RetryDecision {
    RetryDecision(choice: .fail(failure))
  }
}

// MARK: - One observation

@usableFromInline
final class RetryRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let source: Signal<Value, Failure>
  @usableFromInline let scheduler: (any Scheduler)?
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  @usableFromInline let subscription: Subscription
  @usableFromInline let decide: @Sendable (Failure, RetryAttempt) -> RetryDecision<Failure>
  @usableFromInline let current = SerialState(RetryAttempt(number: 0, sinceValue: 0))
  @usableFromInline let attempts = Drain<Void>()
  @usableFromInline let timer: DeferredTimer<RetryRun>?

  @inlinable
  init(
    _ source: Signal<Value, Failure>, _ scheduler: (any Scheduler)?,
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription,
    _ decide: @escaping @Sendable (Failure, RetryAttempt) -> RetryDecision<Failure>
  ) {
    self.source = source
    self.scheduler = scheduler
    self.receive = receive
    self.subscription = subscription
    self.decide = decide
    timer = scheduler.map { scheduler in
      DeferredTimer(scheduler) { run, _ in run.attempts.send(()) { run.attempt() } }
    }
  }

  @inlinable
  func start() {
    guard subscription.isActive else { return }
    if let timer { subscription.onClose { timer.cancel() } }
    attempts.send(()) { attempt() }
  }

  @inlinable
  func attempt() {
    guard subscription.isActive else { return }
    let part = subscription.child()
    current.value.number += 1
    current.value.sinceValue += 1
    source.start({ event in self.handle(event, of: part) }, part)
  }

  @inlinable
  func handle(_ event: Event<Value, Failure>, of part: Subscription) {
    switch event {
    case .value:
      current.value.sinceValue = 1
      receive(event)
    case .finished:
      part.end()
      receive(event)
    case .failure(let failure):
      part.end()
      obey(decide(failure, current.value), failure)
    }
  }

  @inlinable
  func obey(_ decision: RetryDecision<Failure>, _ failure: Failure) {
    guard subscription.isActive else { return }
    switch decision.choice {
    case .fail(let other): receive(.failure(other ?? failure))
    case .retry(let wait):
      if wait > .zero, let scheduler, let timer {
        timer.set(at: scheduler.now.advanced(by: wait), for: self)
      } else {
        attempts.send(()) { attempt() }
      }
    }
  }
}
