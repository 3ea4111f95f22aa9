internal import Streams

/// Puts an answer together from the events of its exchange.
struct AnswerAssembly: Sendable {
  private let request: HTTPRequest
  private var history = AttemptHistory()
  private var head: (response: HTTPResponse, length: BodyLength)?
  private var body: [UInt8] = []

  init(of request: HTTPRequest, startedAt now: Instant) {
    self.request = request
    history.begin(at: now)
  }

  /// - Throws: when the head contradicts itself.
  mutating func receive(_ event: TransportEvent, at now: Instant) throws(TransportFailure) {
    switch event {
    case .uploaded, .informational, .report:
      break
    case .retrying(let attempt):
      history.append(attempt, now: now)
      head = nil
      body = []
    case .head(let response):
      head = (response, try BodyLength(of: response, to: request.method))
    case .chunk(let bytes):
      body += bytes
    }
  }

  /// The answer, when the exchange has come to its end.
  ///
  /// - Throws: when no head came, or less than the head announced.
  mutating func finish(at now: Instant) throws(TransportFailure) -> Answer {
    guard let (response, length) = head else {
      throw TransportFailure(.malformedResponse, "no answer came")
    }
    let count = try length.checked(body.count)
    if count < body.count { body.removeSubrange(count...) }
    history.end(at: now, .status(response.status))
    return Answer(request: request, response: response, body: body, attempts: history.attempts)
  }

  /// The failure with what is known here: the request, and the attempts if it does not know them.
  mutating func completed(_ failure: TransportFailure, at now: Instant) -> TransportFailure {
    var failure = failure
    if failure.request == nil { failure.request = request }
    if failure.attempts.isEmpty {
      history.end(at: now, .failure(failure.kind))
      failure.attempts = history.attempts
    }
    return failure
  }
}

extension Signal where Value == TransportEvent, Failure == TransportFailure {
  /// The whole answer to `request`, once the exchange has come to its end.
  func assembled(
    for request: HTTPRequest, scheduler: any Scheduler
  ) -> Signal<Answer, TransportFailure> {
    .deferred {
      let run = AssemblyRun(of: request, scheduler: scheduler)
      return map { event -> TransportEvent? in event }
        .append(.just(nil))
        .mapError { run.completed($0) }
        .tryMap { event throws(TransportFailure) in try run.receive(event) }
        .compactMap { $0 }
    }
  }
}

// MARK: - One observation

private final class AssemblyRun: Sendable {
  private let scheduler: any Scheduler
  private let assembly: Lock<AnswerAssembly>

  init(of request: HTTPRequest, scheduler: any Scheduler) {
    self.scheduler = scheduler
    assembly = Lock(AnswerAssembly(of: request, startedAt: scheduler.now))
  }

  /// The answer, when the event is nil and so the last.
  func receive(_ event: TransportEvent?) throws(TransportFailure) -> Answer? {
    let now = scheduler.now
    return try assembly.withLock { assembly throws(TransportFailure) in
      do throws(TransportFailure) {
        guard let event else { return try assembly.finish(at: now) }
        try assembly.receive(event, at: now)
        return nil
      } catch {
        throw assembly.completed(error, at: now)
      }
    }
  }

  func completed(_ failure: TransportFailure) -> TransportFailure {
    let now = scheduler.now
    return assembly.withLock { $0.completed(failure, at: now) }
  }
}
