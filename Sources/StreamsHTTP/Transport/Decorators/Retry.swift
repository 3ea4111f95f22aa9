public import Streams

/// Sends a request again when its failure is likely to pass.
///
/// The wait is what the server asks for by `Retry-After`, else what the backoff says; it runs on
/// the context's scheduler and a cancel ends it. An answer that is not delivered is cancelled
/// before the wait. Before each further attempt `retrying` is told. The final failure carries the
/// history of attempts.
public struct Retry: Transport {
  private let next: any Transport
  private let policy: RetryPolicy
  private let backoff: Backoff
  private let context: TransportContext

  /// A transport that sends through `next`, once or more.
  public init(
    _ next: any Transport, policy: RetryPolicy, backoff: Backoff, context: TransportContext
  ) {
    self.next = next
    self.policy = policy
    self.backoff = backoff
    self.context = context
  }

  /// Sends the request until it has an answer that is delivered, or may not be sent again.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred {
      let run = RetryRun(policy: policy, backoff: backoff, request: request, body: body, context)
      return Signal.deferred { run.attempt(through: next) }
        .retry(scheduler: context.scheduler) { end, _ in run.decision(after: end) }
        .mapError { end in run.failure(end) }
    }
  }
}

extension TransportDecorator {
  /// Sends requests again when their failure is likely to pass.
  public static func retry(
    _ policy: RetryPolicy = .transientFailures,
    backoff: Backoff = .exponential(base: .milliseconds(200), max: .seconds(10))
      .jittered(.full, .system)
  ) -> Self {
    Self { next, context in Retry(next, policy: policy, backoff: backoff, context: context) }
  }
}

// MARK: - One observation

/// How an attempt ended that is not delivered as it is.
private struct AttemptEnd: Error {
  var outcome: Attempt.Outcome
  var failure: TransportFailure
  /// The wait the server asks for.
  var wait: Duration?
}

private final class RetryRun: Sendable {
  private let policy: RetryPolicy
  private let backoff: Backoff
  private let request: HTTPRequest
  private let body: HTTPBody
  private let context: TransportContext
  private let state = Lock(RetryState())

  init(
    policy: RetryPolicy, backoff: Backoff, request: HTTPRequest, body: HTTPBody,
    _ context: TransportContext
  ) {
    self.policy = policy
    self.backoff = backoff
    self.request = request
    self.body = body
    self.context = context
  }

  func attempt(through next: any Transport) -> Signal<TransportEvent, AttemptEnd> {
    let now = context.scheduler.now
    let last = state.withLock { state in
      state.history.begin(at: now)
      return state.history.attempts.last
    }
    let exchange = next.send(request, body: watchedBody)
      .mapError { AttemptEnd(outcome: .failure($0.kind), failure: $0) }
      .tryMap { event throws(AttemptEnd) in try self.passed(event) }
    guard let last else { return exchange }
    return Signal.just(.retrying(after: last)).append(exchange)
  }

  func decision(after end: AttemptEnd) -> RetryDecision<AttemptEnd> {
    let mayRetry = allows(end.outcome)
    let now = context.scheduler.now
    let (count, lastWait) = state.withLock { state in
      state.history.end(at: now, end.outcome)
      return (state.history.attempts.count, state.lastWait)
    }
    guard mayRetry else { return .fail }
    let wait = end.wait ?? backoff.delay(attempt: count, previous: lastWait)
    state.withLock { $0.lastWait = wait }
    return .retry(after: wait)
  }

  func failure(_ end: AttemptEnd) -> TransportFailure {
    var failure = end.failure
    failure.attempts = state.withLock { $0.history.attempts }
    return failure
  }

  /// The event, unless it is an answer in whose place another attempt is made.
  private func passed(_ event: TransportEvent) throws(AttemptEnd) -> TransportEvent {
    guard case .head(let response) = event, allows(.status(response.status)) else { return event }
    throw AttemptEnd(
      outcome: .status(response.status),
      failure: TransportFailure(.other, "answered \(response.status)", request: request),
      wait: RetryAfter.wait(
        in: response.fields, now: context.wallClock.now(), ceiling: policy.maximumWait))
  }

  private func allows(_ outcome: Attempt.Outcome) -> Bool {
    let (count, isBodyGone) = state.withLock { ($0.history.attempts.count, $0.isBodyGone) }
    return count < policy.maximumRetries && !isBodyGone
      && policy.allows(outcome, of: request, with: body)
  }

  /// The body; one that can be produced once only is noted when a transport begins to read it,
  /// which it may do before it has a connection.
  private var watchedBody: HTTPBody {
    guard case .once(let length, let bytes) = body else { return body }
    return .once(
      length: length,
      .deferred {
        self.state.withLock { $0.isBodyGone = true }
        return bytes
      })
  }
}

private struct RetryState: Sendable {
  var history = AttemptHistory()
  /// The wait before the running attempt.
  var lastWait: Duration?
  var isBodyGone = false
}
