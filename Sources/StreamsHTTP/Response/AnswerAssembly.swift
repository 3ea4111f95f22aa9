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
    case .uploaded, .informational:
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
    Signal<Answer, TransportFailure> { emitter in
      let assembly = AssemblyRun(emitter, request: request, scheduler: scheduler)
      let scope = Subscription()
      emitter.onTermination { scope.cancel() }
      observe(in: scope) { event in assembly.receive(event) }
    }
  }
}

// MARK: - One observation

private final class AssemblyRun: Sendable {
  private let emitter: Emitter<Answer, TransportFailure>
  private let scheduler: any Scheduler
  private let assembly: Lock<AnswerAssembly>

  init(
    _ emitter: Emitter<Answer, TransportFailure>, request: HTTPRequest, scheduler: any Scheduler
  ) {
    self.emitter = emitter
    self.scheduler = scheduler
    assembly = Lock(AnswerAssembly(of: request, startedAt: scheduler.now))
  }

  func receive(_ event: Event<TransportEvent, TransportFailure>) {
    let now = scheduler.now
    do throws(TransportFailure) {
      switch event {
      case .value(let event):
        try assembly.withLock { assembly throws(TransportFailure) in
          try assembly.receive(event, at: now)
        }
      case .finished:
        let answer = try assembly.withLock { assembly throws(TransportFailure) in
          try assembly.finish(at: now)
        }
        emitter.send(answer)
        emitter.finish()
      case .failure(let failure):
        throw failure
      }
    } catch {
      emitter.fail(assembly.withLock { $0.completed(error, at: now) })
    }
  }
}
