internal import Streams

/// The way of one request through refusals: at most two further sends, and at most one refresh that
/// it waited for.
struct AuthorizationSteps: ExchangeDecisions {
  /// One send: the credentials it was refused with before, and what it is sent with.
  final class Send: Sendable {
    struct Outcome: Sendable {
      var number: Int
      var ticket: AuthorizationState.Ticket?
      var started = Instant.zero
    }

    let refused: Outcome?
    private let state: Lock<Outcome>

    init(after refused: Outcome?) {
      self.refused = refused
      state = Lock(Outcome(number: (refused?.number ?? 0) + 1))
    }

    var outcome: Outcome { state.withLock { $0 } }

    func begin(with ticket: AuthorizationState.Ticket?, at now: Instant) {
      state.withLock { outcome in
        outcome.ticket = ticket
        outcome.started = now
      }
    }
  }

  private static let maximumSends = 3

  private let request: HTTPRequest
  private let isReplayable: Bool
  /// The number of the newest credentials there are.
  private let newest: @Sendable () -> Int
  private var current = Send(after: nil)
  private var rest: UnwantedRest?

  init(of request: HTTPRequest, _ body: HTTPBody, newest: @escaping @Sendable () -> Int) {
    self.request = request
    isReplayable = body.isReplayable
    self.newest = newest
  }

  mutating func begin() -> Send {
    current = Send(after: rest == nil ? nil : current.outcome)
    rest = nil
    return current
  }

  mutating func judge(
    _ event: Event<TransportEvent, TransportFailure>
  ) -> ExchangeVerdict {
    switch event {
    case .value(.head(let response)): judge(response)
    case .value(.chunk(let bytes)): rest?.receive(bytes.count) ?? .deliver
    case .value(.retrying):
      // A further attempt below begins anew.
      forget()
    case .value: rest == nil ? .deliver : .drop
    // The head is all that was wanted of a refusal: it may well be cut short.
    case .failure, .finished: rest == nil ? .deliver : .again
    }
  }

  private mutating func judge(_ response: HTTPResponse) -> ExchangeVerdict {
    let outcome = current.outcome
    // Who a redirect led to was not shown the credentials, and cannot refuse them.
    guard response.status == 401, response.url.hasSameOrigin(as: request.url), isReplayable,
      outcome.number < Self.maximumSends,
      let ticket = outcome.ticket, !ticket.isFresh || newest() > ticket.generation
    else { return .deliver }
    let rest = UnwantedRest(of: response, to: request.method)
    self.rest = rest
    return rest.verdict
  }

  private mutating func forget() -> ExchangeVerdict {
    rest = nil
    return .deliver
  }
}
