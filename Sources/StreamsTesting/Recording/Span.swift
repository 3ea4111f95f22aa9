public import Streams

/// One observation of a test source: from when, until when.
public struct Span: Sendable, Hashable, CustomStringConvertible {
  /// When the source was started.
  public var start: Instant
  /// When it ended or was cancelled; nil while it is observed.
  public var end: Instant?

  /// From `start` to `end`.
  public init(_ start: Instant, _ end: Instant? = nil) {
    self.start = start
    self.end = end
  }

  /// `1.0 seconds ..< 3.0 seconds`, or `1.0 seconds ...` while it lasts.
  public var description: String {
    end.map { "\(start) ..< \($0)" } ?? "\(start) ..."
  }
}

// MARK: - What a test source keeps of its observations

/// Threads: any.
final class SpanLog: Sendable {
  private let scheduler: TestScheduler
  private let origin: CallSite
  private let kept = Lock<[Span]>([])

  init(_ scheduler: TestScheduler, _ origin: CallSite) {
    self.scheduler = scheduler
    self.origin = origin
  }

  var spans: [Span] { kept.withLock { $0 } }

  /// `signal` as one observation that begins now. `onClose` runs when it is over, before its end
  /// is delivered.
  func observed<Value, Failure>(
    _ signal: Signal<Value, Failure>, onClose: @escaping @Sendable () -> Void = {}
  ) -> Signal<Value, Failure> {
    let now = scheduler.now
    let token = scheduler.observations.withLock { $0.add(.source(origin, since: now)) }
    let place = kept.withLock { spans in
      spans.append(Span(now))
      return spans.count - 1
    }
    let close: @Sendable () -> Void = { [self] in
      let now = scheduler.now
      kept.withLock { $0[place].end = now }
      scheduler.observations.withLock { $0.remove(token) }
      onClose()
    }
    return signal.handleEvents(onFailure: { _ in close() }, onFinished: close, onCancel: close)
  }
}
