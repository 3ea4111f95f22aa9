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

extension Signal where Value == TransportEvent, Failure == TransportFailure {
  /// What comes of the exchange, event by event; the last is the whole answer.
  func assembled(by plan: AssemblyPlan) -> Signal<[ExchangeStep], RequestFailure> {
    .deferred {
      let run = AssemblyRun(plan)
      return map { event -> TransportEvent? in event }
        .append(.just(nil))
        .mapError { run.completed($0) }
        .tryMap { event throws(RequestFailure) in try run.receive(event) }
        .filter { !$0.isEmpty }
    }
  }
}

/// One observation. Files are made, written and let go of outside of the lock, and so is the user
/// asked what is accepted.
private final class AssemblyRun: Sendable {
  private let plan: AssemblyPlan
  private let assembly: Lock<AnswerAssembly>

  init(_ plan: AssemblyPlan) {
    self.plan = plan
    assembly = Lock(
      AnswerAssembly(of: plan.request, meter: plan.meter, startedAt: plan.scheduler.now))
  }

  /// What comes of an event; nil is the end.
  func receive(_ event: TransportEvent?) throws(RequestFailure) -> [ExchangeStep] {
    switch event {
    case .uploaded(let progress): return assembly.withLock { $0.uploaded(progress) }
    case .informational, .report: return []
    case .retrying(let attempt): return retry(after: attempt)
    case .head(let response): return try receive(response)
    case .chunk(let bytes): return try receive(bytes)
    case nil:
      let now = plan.scheduler.now
      return try change { assembly throws(TransportFailure) in try assembly.finish(at: now) }
    }
  }

  func completed(_ failure: TransportFailure) -> RequestFailure {
    let now = plan.scheduler.now
    return .transport(assembly.withLock { $0.completed(failure, at: now) })
  }

  private func retry(after attempt: Attempt) -> [ExchangeStep] {
    let now = plan.scheduler.now
    return assembly.withLock { $0.retry(after: attempt, at: now) }.steps
  }

  private func receive(_ response: HTTPResponse) throws(RequestFailure) -> [ExchangeStep] {
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

  private func receive(_ bytes: [UInt8]) throws(RequestFailure) -> [ExchangeStep] {
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
