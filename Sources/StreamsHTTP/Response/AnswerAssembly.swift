internal import Streams

/// What comes of an exchange, step by step.
enum ExchangeStep: Sendable, Hashable {
  case uploaded(TransferProgress)
  case received(TransferProgress)
  /// The last.
  case answer(Answer)

  var answer: Answer? {
    if case .answer(let answer) = self { answer } else { nil }
  }
}

/// Puts an answer together from the events of its exchange.
struct AnswerAssembly: Sendable {
  private let request: HTTPRequest
  private var history = AttemptHistory()
  private var head: (response: HTTPResponse, length: BodyLength)?
  private var body: [UInt8] = []
  /// How many bytes have come, kept here or in the file.
  private var count = 0
  private var file: ReceivedFile?
  /// Nil when nobody wants to know.
  private var meter: TransferMeter?
  private var isAccepted = false

  init(of request: HTTPRequest, meter: TransferMeter?, startedAt now: Instant) {
    self.request = request
    self.meter = meter
    history.begin(at: now)
  }

  mutating func uploaded(_ progress: TransferProgress) -> [ExchangeStep] {
    meter?.uploaded(progress) ?? []
  }

  /// Begins anew; the caller lets go of the file of the attempt that failed.
  mutating func retry(
    after attempt: Attempt, at now: Instant
  ) -> (steps: [ExchangeStep], unused: ReceivedFile?) {
    defer { (head, body, count, file, isAccepted) = (nil, [], 0, nil, false) }
    history.append(attempt, now: now)
    return (meter?.restarted() ?? [], file)
  }

  /// - Throws: when the head contradicts itself.
  mutating func receive(
    _ response: HTTPResponse, isAccepted: Bool, into file: ReceivedFile?
  ) throws(TransportFailure) -> [ExchangeStep] {
    let length = try BodyLength(of: response, to: request.method)
    head = (response, length)
    (self.isAccepted, self.file) = (isAccepted, file)
    return isAccepted ? meter?.accepted(expecting: length.expected) ?? [] : []
  }

  /// Takes bytes of the body in. Those that belong into a file are the caller's to write.
  mutating func receive(
    _ bytes: [UInt8]
  ) -> (steps: [ExchangeStep], write: (bytes: ArraySlice<UInt8>, file: ReceivedFile)?) {
    let room = max((head?.length.expected ?? .max) - count, 0)
    count += bytes.count
    if file == nil { body += bytes }
    let steps = isAccepted ? meter?.received(count) ?? [] : []
    return (steps, file.map { (bytes.prefix(room), $0) })
  }

  /// The answer, when the exchange has come to its end.
  ///
  /// - Throws: when no head came, or less than the head announced.
  mutating func finish(at now: Instant) throws(TransportFailure) -> [ExchangeStep] {
    guard let (response, length) = head else {
      throw TransportFailure(.malformedResponse, "no answer came")
    }
    let whole = try length.checked(count)
    if whole < body.count { body.removeSubrange(whole...) }
    history.end(at: now, .status(response.status))
    var answer = Answer(
      request: request, response: response, body: body, attempts: history.attempts)
    answer.file = file
    return (isAccepted ? meter?.finished() ?? [] : []) + [.answer(answer)]
  }

  /// The failure with what is known here: the request, and the attempts of all that tried again,
  /// where it knows those of one only, or none.
  mutating func completed(_ failure: TransportFailure, at now: Instant) -> TransportFailure {
    var failure = failure
    if failure.request == nil { failure.request = request }
    history.end(at: now, .failure(failure.kind))
    if failure.attempts.count < history.attempts.count { failure.attempts = history.attempts }
    return failure
  }

  /// The failure with what is known here, and with the head that came last.
  mutating func completed(
    _ fault: StoringFault, answered response: HTTPResponse?, at now: Instant
  ) -> StoringFailure {
    let response = response ?? head?.response
    if let response { history.end(at: now, .status(response.status)) }
    return StoringFailure(
      fault, request: request, response: response, attempts: history.attempts)
  }
}
