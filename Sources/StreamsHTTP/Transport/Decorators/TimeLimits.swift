public import Streams

/// Fails exchanges that take too long: altogether, or with nothing happening.
///
/// Where it stands decides what is counted: inside of `retry` an attempt, outside the whole request
/// with its attempts and the waits between them, which is what a client's own `timeout` counts,
/// too. The exchange is cancelled before it fails with `timedOut`. How long a connection may take
/// to come about is the transport's to limit.
public struct TimeLimits: Transport {
  private let next: any Transport
  private let total: Duration?
  private let idle: Duration?
  private let scheduler: any Scheduler

  /// A transport that sends through `next` and waits so long.
  ///
  /// - Parameters:
  ///   - next: the transport below.
  ///   - total: from the beginning to the end.
  ///   - idle: from the beginning to the first event, from event to event, from the last to the
  ///     end. Bytes that go out count, bytes that come in do, and so does each head.
  ///   - context: what the limits are counted on.
  public init(
    _ next: any Transport, total: Duration? = nil, idle: Duration? = nil,
    context: TransportContext
  ) {
    self.next = next
    self.total = total
    self.idle = idle
    scheduler = context.scheduler
  }

  /// Sends the request and fails it when its time is over.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    var exchange = next.send(request, body: body)
    if let idle {
      exchange = exchange.timeout(
        idle, .each, scheduler: scheduler,
        failure: TransportFailure(.timedOut, "nothing happened for \(idle)", request: request))
    }
    if let total {
      exchange = exchange.timeout(
        total, .total, scheduler: scheduler,
        failure: TransportFailure(.timedOut, "no end within \(total)", request: request))
    }
    return exchange
  }
}

extension TransportDecorator {
  /// Fails an attempt that takes too long, or in which nothing happens; to be added before `retry`,
  /// which may then try again.
  public static func timeout(attempt: Duration? = nil, idle: Duration? = nil) -> Self {
    Self { next, context in TimeLimits(next, total: attempt, idle: idle, context: context) }
  }

  /// Fails a request that takes too long with all its attempts and the waits between them; to be
  /// added after `retry`.
  public static func timeout(overall: Duration) -> Self {
    Self { next, context in TimeLimits(next, total: overall, context: context) }
  }
}
