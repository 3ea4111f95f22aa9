public import Streams

/// A source of a test that plays its script once, in virtual time, to whoever listens.
///
/// ```swift
/// let taps: HotSource<String, Never> = time.hot([
///   .value("a", at: .seconds(1)), .value("b", at: .seconds(3)),
/// ])
/// let late = time.observe(taps.signal, at: Instant(offset: .seconds(2)))   // hears b
/// ```
///
/// Instants of the script are those of the scheduler. All events are scheduled when the source is
/// made, in the order of the script, so that at one instant they come before what was scheduled
/// later. `send`, ``finish()`` and ``fail(_:)`` send by hand, now. Delivery is that of a
/// `PassthroughSubject`, but for one thing: who comes after the end hears nothing at all, for
/// ever, as it is with an event that is over. Threads: any.
public final class HotSource<Value: Sendable, Failure: Error>: Sendable {
  private let log: SpanLog
  private let subject = PassthroughSubject<Value, Failure>()
  private let isOver = Lock(false)

  init(
    _ script: [RecordedEvent<Value, Failure>], on scheduler: TestScheduler, origin: CallSite
  ) {
    log = SpanLog(scheduler, origin)
    for step in script {
      _ = scheduler.add(.scripted(origin), at: step.at) { self.send(step.event) }
    }
  }

  /// The source as a signal: what is sent from the moment of observation.
  public var signal: Signal<Value, Failure> {
    .deferred { [self] in
      log.observed(isOver.withLock { $0 } ? .never() : subject.signal)
    }
  }

  /// Its observations, in the order in which they began.
  public var spans: [Span] { log.spans }

  /// Sends any event now. Ignored after the end.
  public func send(_ event: Event<Value, Failure>) {
    if event.isTerminal { isOver.withLock { $0 = true } }
    subject.send(event)
  }

  /// Sends a value now.
  public func send(_ value: Value) { send(.value(value)) }

  /// Ends now.
  public func finish() { send(.finished) }

  /// Ends now, for a reason.
  public func fail(_ failure: Failure) { send(.failure(failure)) }
}

extension TestScheduler {
  /// A source that plays `script` once, at its instants, to whoever listens then; without one it
  /// is driven by hand.
  public func hot<Value: Sendable, Failure: Error>(
    _ script: [RecordedEvent<Value, Failure>] = [], fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> HotSource<Value, Failure> {
    HotSource(script, on: self, origin: CallSite(fileID: fileID, line: line))
  }
}
