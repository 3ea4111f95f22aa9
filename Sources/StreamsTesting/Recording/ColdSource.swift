public import Streams

/// A source of a test that plays its script anew for each observation, in virtual time.
///
/// ```swift
/// let source: ColdSource<Int, Never> = time.cold([
///   .value(1, at: .seconds(1)), .finished(at: .seconds(2)),
/// ])
/// let doubled = time.record(source.signal.map { $0 * 2 })
/// time.advance(by: .seconds(5))
/// source.spans   // [0.0 seconds ..< 2.0 seconds]
/// ```
///
/// Instants of the script count from the start of the observation. All its events are scheduled
/// when the observation begins, in the order of the script, and none is delivered inside that
/// call, one at zero neither. What was not delivered is taken off at the end and at a cancel. A
/// script without an end never ends. Threads: any.
public final class ColdSource<Value: Sendable, Failure: Error>: Sendable {
  /// What is played.
  public let script: [RecordedEvent<Value, Failure>]
  private let scheduler: TestScheduler
  private let origin: CallSite
  private let log: SpanLog

  init(
    _ script: [RecordedEvent<Value, Failure>], on scheduler: TestScheduler, origin: CallSite
  ) {
    self.script = script
    self.scheduler = scheduler
    self.origin = origin
    log = SpanLog(scheduler, origin)
  }

  /// The source as a signal; each observation is a run of the script.
  public var signal: Signal<Value, Failure> { .deferred { self.run() } }

  /// Its observations, in the order in which they began.
  public var spans: [Span] { log.spans }

  private func run() -> Signal<Value, Failure> {
    guard !script.isEmpty else { return log.observed(.never()) }
    let subject = PassthroughSubject<Value, Failure>()
    let start = scheduler.now
    let steps = script.map { step in
      scheduler.add(.scripted(origin), at: start.advanced(by: step.at.offset)) {
        subject.send(step.event)
      }
    }
    return log.observed(subject.signal) { [scheduler] in
      for step in steps { scheduler.remove(step) }
    }
  }
}

extension TestScheduler {
  /// A source that plays `script` anew for each observation, counted from its start.
  public func cold<Value: Sendable, Failure: Error>(
    _ script: [RecordedEvent<Value, Failure>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> ColdSource<Value, Failure> {
    ColdSource(script, on: self, origin: CallSite(fileID: fileID, line: line))
  }
}
