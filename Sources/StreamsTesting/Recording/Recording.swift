public import Streams

/// Everything one observation was told. Threads: any.
///
/// ``TestScheduler/record(_:fileID:line:)`` begins one now,
/// ``TestScheduler/observe(_:at:fileID:line:)`` later.
public final class Recording<Value: Sendable, Failure: Error>: Sendable {
  private struct State: Sendable {
    var events: [RecordedEvent<Value, Failure>] = []
    var span: Span?
    /// The step that will cancel.
    var stop: Agenda.ID?
    var isOver = false
  }

  /// The observation; cancel it to stop.
  public let subscription = Subscription()
  /// Where it was asked for.
  public let origin: CallSite
  private let scheduler: TestScheduler
  private let state = Lock(State())

  init(on scheduler: TestScheduler, origin: CallSite) {
    self.scheduler = scheduler
    self.origin = origin
  }

  /// What was delivered, in order, with when.
  public var events: [RecordedEvent<Value, Failure>] { state.withLock { $0.events } }

  /// The values delivered, in order.
  public var values: [Value] {
    events.compactMap { if case .value(let value) = $0.event { value } else { nil } }
  }

  /// From when until when it observed; nil when it has not begun.
  public var span: Span? { state.withLock { $0.span } }

  /// The end, when there was one.
  public var end: Event<Value, Failure>? {
    events.last.flatMap { $0.event.isTerminal ? $0.event : nil }
  }

  /// Whether the signal has finished.
  public var isFinished: Bool { if case .finished = end { true } else { false } }

  /// The failure it ended with, when it did.
  public var failure: Failure? { if case .failure(let failure) = end { failure } else { nil } }

  /// Stops the observation now; one that has not begun never does.
  public func cancel() { subscription.cancel() }

  /// Stops the observation at `instant`, in its place among equals; asked for again, then. An
  /// observation that ends before takes this off.
  @discardableResult
  public func cancel(at instant: Instant) -> Self {
    let step = scheduler.add(.cancel(origin), at: instant) { [subscription] in
      subscription.cancel()
    }
    let unneeded = state.withLock { state in
      defer { if !state.isOver { state.stop = step } }
      return state.isOver ? step : state.stop
    }
    if let unneeded { scheduler.remove(unneeded) }
    return self
  }

  // MARK: - The scheduler's side

  /// Whether more than `count` events have come, or the end.
  func isOver(past count: Int) -> Bool {
    state.withLock { $0.events.count > count || $0.events.last?.event.isTerminal ?? false }
  }

  /// Begins at `instant`, unless it is cancelled before.
  func begin(_ signal: Signal<Value, Failure>, at instant: Instant) {
    let step = scheduler.add(.observe(origin), at: instant) { self.begin(signal) }
    subscription.onCancel { [scheduler] in scheduler.remove(step) }
  }

  func begin(_ signal: Signal<Value, Failure>) {
    guard !subscription.isCancelled else { return close() }
    let now = scheduler.now
    state.withLock { $0.span = Span(now) }
    let token = scheduler.observations.withLock { $0.add(.observation(origin)) }
    let observation = subscription.child()
    signal.run(
      { [self] event in
        let event = RecordedEvent(at: scheduler.now, event)
        state.withLock { $0.events.append(event) }
      }, observation)
    observation.onClose { [self] in
      close()
      scheduler.observations.withLock { $0.remove(token) }
    }
  }

  private func close() {
    let now = scheduler.now
    let stop = state.withLock { state in
      state.span?.end = now
      state.isOver = true
      return state.stop
    }
    if let stop { scheduler.remove(stop) }
  }
}
