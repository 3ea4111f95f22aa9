internal import Streams

/// What an exchange is put together by.
struct AssemblyPlan: Sendable {
  var request: HTTPRequest
  var scheduler: any Scheduler
  /// Which answers are accepted: only their bodies go to the file and are told of.
  var validation: ResponseValidation
  /// Where the body of an accepted answer goes; nil keeps it in memory.
  var destination: FileDestination?
  /// Counts what is sent and received; nil when nobody wants to know.
  var meter: TransferMeter?

  /// Whether it matters which answers are accepted.
  var isWatched: Bool { destination != nil || meter != nil }

  /// Whether an answer of that head is accepted if it has a body.
  func accepts(_ response: HTTPResponse) -> Bool {
    validation.acceptsBody(of: response)
  }
}

/// One observation of what comes of an exchange, event by event; the last is the whole answer.
///
/// Files are made, written and let go of outside of the lock, and so is the user asked what is
/// accepted.
final class AssemblyRun: Sendable {
  typealias Steps = Signal<[ExchangeStep], RequestFailure>

  private let plan: AssemblyPlan
  private let receive: Steps.Receive
  private let subscription: Subscription
  private let assembly: Lock<AnswerAssembly>

  init(_ plan: AssemblyPlan, _ receive: @escaping Steps.Receive, _ subscription: Subscription) {
    self.plan = plan
    self.receive = receive
    self.subscription = subscription
    assembly = Lock(
      AnswerAssembly(of: plan.request, meter: plan.meter, startedAt: plan.scheduler.now))
  }

  func start(_ exchange: Signal<TransportEvent, TransportFailure>) {
    let upstream = subscription.child()
    exchange.run({ event in self.handle(event, from: upstream) }, upstream)
  }

  private func handle(
    _ event: Event<TransportEvent, TransportFailure>, from upstream: Subscription
  ) {
    do throws(RequestFailure) {
      switch event {
      case .value(let event): deliver(try steps(after: event))
      case .failure(let failure): throw completed(failure)
      case .finished:
        deliver(try finish())
        if subscription.isActive { receive(.finished) }
      }
    } catch {
      upstream.cancel()
      // What is torn down may cancel the observation.
      if subscription.isActive { receive(.failure(error)) }
    }
  }

  private func deliver(_ steps: [ExchangeStep]) {
    if !steps.isEmpty { receive(.value(steps)) }
  }

  private func steps(after event: TransportEvent) throws(RequestFailure) -> [ExchangeStep] {
    switch event {
    case .uploaded(let progress): assembly.withLock { $0.uploaded(progress) }
    case .informational, .report: []
    case .retrying(let attempt): retry(after: attempt)
    case .head(let response): try take(response)
    case .chunk(let bytes): try take(bytes)
    }
  }

  private func finish() throws(RequestFailure) -> [ExchangeStep] {
    let now = plan.scheduler.now
    return try change { assembly throws(TransportFailure) in try assembly.finish(at: now) }
  }

  private func completed(_ failure: TransportFailure) -> RequestFailure {
    let now = plan.scheduler.now
    return .transport(assembly.withLock { $0.completed(failure, at: now) })
  }

  private func retry(after attempt: Attempt) -> [ExchangeStep] {
    let now = plan.scheduler.now
    return assembly.withLock { $0.retry(after: attempt, at: now) }.steps
  }

  private func take(_ response: HTTPResponse) throws(RequestFailure) -> [ExchangeStep] {
    let isAccepted = plan.isWatched && plan.accepts(response)
    var file: ReceivedFile?
    if isAccepted, let destination = plan.destination,
      !response.status.hasNoContent(to: plan.request.method)
    {
      file = try store(answered: response) { () throws(StoringFault) in
        try ReceivedFile(of: response, for: destination)
      }
    }
    return try change { [file] assembly throws(TransportFailure) in
      try assembly.receive(response, isAccepted: isAccepted, into: file)
    }
  }

  private func take(_ bytes: [UInt8]) throws(RequestFailure) -> [ExchangeStep] {
    let (steps, write) = assembly.withLock { $0.receive(bytes) }
    if let (bytes, file) = write {
      try store { () throws(StoringFault) in try file.append(bytes) }
    }
    return steps
  }

  private func change(
    _ change: (inout AnswerAssembly) throws(TransportFailure) -> [ExchangeStep]
  ) throws(RequestFailure) -> [ExchangeStep] {
    do throws(TransportFailure) {
      return try assembly.withLock(change)
    } catch {
      throw completed(error)
    }
  }

  private func store<Stored>(
    answered response: HTTPResponse? = nil, _ store: () throws(StoringFault) -> Stored
  ) throws(RequestFailure) -> Stored {
    do throws(StoringFault) {
      return try store()
    } catch {
      let now = plan.scheduler.now
      throw .storing(assembly.withLock { $0.completed(error, answered: response, at: now) })
    }
  }
}
