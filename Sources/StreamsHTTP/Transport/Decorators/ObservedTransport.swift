public import Streams

/// Tells an observer what happens to the exchanges that pass, and gives them a place in a trace.
///
/// Inside of `retry` it tells of each attempt, outside of each request; around the whole it hears
/// of answers of a cache or a stub, too.
public struct ObservedTransport: Transport {
  private let next: any Transport
  private let observer: any TransportObserver
  private let tracing: Tracing
  private let scheduler: any Scheduler
  private let numbers = Numbers()

  /// A transport that sends through `next` and tells `observer`.
  public init(
    _ next: any Transport, observer: any TransportObserver, tracing: Tracing = .off,
    context: TransportContext
  ) {
    self.next = next
    self.observer = observer
    self.tracing = tracing
    scheduler = context.scheduler
  }

  /// The exchange as it is.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred {
      let exchange = exchange(request)
      let tell = { @Sendable (kind: ObservedEvent.Kind) in
        observer.observe(ObservedEvent(exchange: exchange, kind: kind, at: scheduler.now))
      }
      let received = Lock(0)
      return next.send(exchange.request, body: body).handleEvents(
        onStart: { tell(.began) },
        onValue: { event in tell(Self.kind(of: event, received)) },
        onFailure: { tell(.failed($0)) },
        onFinished: { tell(.finished) },
        onCancel: { tell(.cancelled) })
    }
  }

  private func exchange(_ request: HTTPRequest) -> ObservedExchange {
    let parent = TraceContext(request.fields.values(of: "traceparent"))
    var request = request
    var trace: TraceContext?
    if let chance = tracing.chance {
      let own =
        parent?.child(chance: chance)
        ?? TraceContext(isSampled: tracing.isSampled, chance: chance)
      if parent == nil { request.fields.remove("tracestate") }
      // Digits and dashes: it cannot be refused.
      try? request.fields.set("traceparent", own.field)
      trace = own
    }
    return ObservedExchange(
      number: numbers.next(), request: request, started: scheduler.now, trace: trace,
      parent: parent)
  }

  private static func kind(
    of event: TransportEvent, _ received: borrowing Lock<Int>
  ) -> ObservedEvent.Kind {
    switch event {
    case .uploaded(let progress): return .uploaded(progress)
    case .informational(let response): return .informational(response)
    case .head(let response): return .head(response)
    case .report(let report): return .report(report)
    case .retrying(let attempt):
      received.withLock { $0 = 0 }
      return .retrying(after: attempt)
    case .chunk(let bytes):
      let count = received.withLock { count in
        count += bytes.count
        return count
      }
      return .received(bytes: count)
    }
  }
}

extension TransportDecorator {
  /// Tells `observer` what happens to the exchanges that pass.
  ///
  /// - Parameters:
  ///   - observer: who is told.
  ///   - tracing: whether requests are given a place in a trace.
  public static func observing(
    _ observer: some TransportObserver, tracing: Tracing = .off
  ) -> Self {
    Self { next, context in
      ObservedTransport(next, observer: observer, tracing: tracing, context: context)
    }
  }
}

// MARK: -

private final class Numbers: Sendable {
  private let count = Lock(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
