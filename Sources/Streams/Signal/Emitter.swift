/// Where a user-made source sends its events.
///
/// ```swift
/// let taps = Signal<Point, Never> { emitter in
///   let token = view.addTapHandler { emitter.send($0) }
///   emitter.onTermination { view.remove(token) }
/// }
/// ```
///
/// Threads: every member may be called from any thread; events are made serial and keep the
/// order in which they were sent (G2). The first end wins and what comes after it is ignored.
/// What was registered with ``onTermination(_:)`` runs exactly once: at the end, before it is
/// delivered (G6), or at a cancel. An emitter that is released without an end is reported, with
/// the place the signal was made at, and its observation is let go of (G9): it neither ends nor is
/// cancelled, as there is no third ending (G1), so whoever awaits it waits for the task's cancel.
public final class Emitter<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let core: EmitterCore<Value, Failure>
  private let origin: CallSite
  /// Whoever collected misuse when the observation began is told, wherever the emitter is released.
  private let handler: Misuse.TaskHandler?

  init(
    _ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: Subscription,
    origin: CallSite
  ) {
    let handler = Misuse.taskHandler
    core = EmitterCore(receive, subscription) { handler?.watch?(origin, $0) }
    self.handler = handler
    self.origin = origin
  }

  deinit {
    guard core.scope.isActive else { return }
    Misuse.emitterReleasedWithoutEnd(origin).report(to: handler)
    core.scope.cancel()
  }

  /// Whether nobody listens any more: cancelled, or ended.
  public var isCancelled: Bool { !core.scope.isActive }

  /// Delivers a value.
  @inlinable
  public func send(_ value: Value) {
    core.send(.value(value))
  }

  /// Ends the signal.
  public func finish() {
    core.send(.finished)
  }

  /// Ends the signal for a reason.
  public func fail(_ failure: Failure) {
    core.send(.failure(failure))
  }

  /// Delivers any event.
  @inlinable
  public func send(_ event: Event<Value, Failure>) {
    core.send(event)
  }

  /// Runs `action` exactly once when the observation is over: finished, failed or cancelled; at
  /// once when it is already. Several actions run in the order they were given.
  public func onTermination(_ action: @escaping @Sendable () -> Void) {
    core.scope.onClose(action)
  }
}

extension Signal {
  /// A source of your own: `produce` runs once per observation and sends through the emitter,
  /// now or later, from any thread.
  ///
  /// `produce` may return at once; keep the emitter for as long as there is something to send.
  /// The place of the call is named when an emitter is released without an end.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ produce: @escaping @Sendable (Emitter<Value, Failure>) -> Void
  ) {
    self.init(start: { receive, subscription in
      let origin = CallSite(fileID: fileID, line: line)
      produce(Emitter(receive, subscription, origin: origin))
    })
  }
}

// MARK: - The part that outlives the emitter

@usableFromInline
final class EmitterCore<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let scope: Subscription
  /// What the source runs in: a teardown may cancel it.
  @usableFromInline let observation: Subscription
  @usableFromInline let drain = Drain<Event<Value, Failure>?>()
  /// Read and written by the owner of the drain only; nil once the observation is over (G10).
  @usableFromInline let receiver: SerialState<Receiver<Value, Failure>?>

  /// The test kit's ear for what is sent too late.
  @usableFromInline let late: Misuse.LateSend?

  init(
    _ receive: @escaping Signal<Value, Failure>.Receive, _ observation: Subscription,
    late: (Subscription) -> Misuse.LateSend? = { _ in nil }
  ) {
    receiver = SerialState(Receiver(receive))
    self.observation = observation
    let scope = observation.child()
    self.scope = scope
    self.late = late(scope)
    // A ring, core → scope → action → core, which the end, the cancel or the emitter's release
    // breaks; a weak reference would make every retain of the core slow.
    scope.onCancel { self.send(nil) }
  }

  /// An event, or nil to let go of the observer.
  @inlinable
  func send(_ event: Event<Value, Failure>?) {
    drain.send(event) { handle($0) }
  }

  @inlinable
  func handle(_ event: Event<Value, Failure>?) {
    guard let event else {
      self.receiver.value = nil
      return
    }
    guard scope.isActive, let receiver = receiver.value else {
      self.receiver.value = nil
      late?.note()
      return
    }
    if event.isTerminal {
      self.receiver.value = nil
      guard scope.end(), observation.isActive else { return }
    }
    receiver.receive(event)
  }
}
