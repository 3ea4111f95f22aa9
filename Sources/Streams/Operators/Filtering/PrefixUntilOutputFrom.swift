extension Signal {
  /// Passes values until another signal delivers one, then finishes.
  ///
  /// ```
  /// self                               1--2--3--4--|
  /// trigger                            -------x
  /// prefix(untilOutputFrom: trigger)   1--2--3|
  /// ```
  ///
  /// The trigger starts first; if it delivers while it starts, this signal is never started.
  /// Ends: when the trigger delivers a value, or when this signal ends; what still runs is
  /// cancelled first. An end or a failure of the trigger means nothing.
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func prefix<Other: Sendable, OtherFailure: Error>(
    untilOutputFrom trigger: Signal<Other, OtherFailure>
  ) -> Signal {
    Signal(over: self, trigger) { source, trigger, receive, subscription in
      guard subscription.isActive else { return }
      PrefixUntilRun(receive, subscription).start(source, until: trigger)
    }
  }
}

// MARK: - One observation

/// Makes the two inputs serial: the trigger's value is the end of the source, come early.
@usableFromInline
final class PrefixUntilRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let receive: Signal<Value, Failure>.Receive
  /// What the whole runs in: a teardown of the inputs may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let scope: Subscription
  @usableFromInline let events = Drain<Event<Value, Failure>>()

  @inlinable
  init(_ receive: @escaping Signal<Value, Failure>.Receive, _ observation: Subscription) {
    self.receive = receive
    self.observation = observation
    scope = observation.child()
  }

  @inlinable
  func start<Other, OtherFailure>(
    _ source: Signal<Value, Failure>, until trigger: Signal<Other, OtherFailure>
  ) {
    let triggerPart = scope.child()
    trigger.start(
      { event in
        if event.isTerminal {
          triggerPart.end()
        } else {
          triggerPart.cancel()
          self.send(.finished)
        }
      }, triggerPart)
    guard scope.isActive else { return }
    source.startPart(of: scope) { event in self.send(event) }
  }

  @inlinable
  func send(_ event: Event<Value, Failure>) {
    events.send(event) { handle($0) }
  }

  @inlinable
  func handle(_ event: Event<Value, Failure>) {
    guard scope.isActive else { return }
    guard event.isTerminal else { return receive(event) }
    scope.cancel()
    guard observation.isActive else { return }
    receive(event)
  }
}
