public import Streams

/// Gives requests credentials, and new ones after a 401.
///
/// However many requests are refused at once, one refresh is asked for, and each is sent again when
/// it has come; what was refused with older credentials than there are is sent again without one. A
/// refresh that fails fails all who wait for it, once, and the next request may try again. A
/// request is sent three times at most and waits for one refresh at most; after that the 401 is its
/// answer, and so it is when its body can be produced once only.
///
/// Credentials go to the origins they are for and to no other, and only with requests that have no
/// `Authorization` of their own. What the refresh sends does not pass through this layer again,
/// neither by the transport it is given nor by a client that has the layer, unless a scheduler
/// stands between; in any case it fails when its time is over.
///
/// Before a request is sent again the observer is told `retrying`. A cancel ends the wait of one
/// request; the refresh goes on for the others, and is cancelled with the last.
///
/// Order: inside of `retry`, so that the attempts of a replay are counted with the others; outside
/// of what signs, so that the signature is made of the credentials that are sent.
public struct Authorization: Transport {
  private let next: any Transport
  private let desk: AuthorizationDesk
  private let origins: CredentialOrigins
  private let scheduler: any Scheduler

  /// A transport that sends through `next`, with credentials.
  ///
  /// - Parameters:
  ///   - next: the transport below.
  ///   - credentials: those there are at first; nil asks for some before anything is sent.
  ///   - origins: URLs whose origins they are for; without any, that of the client's base URL.
  ///   - limit: how long a refresh may take.
  ///   - context: time, and the client's base URL.
  ///   - refresh: gives new credentials in place of those that were refused; it is given the
  ///     transport below, for what it has to send. The first value is what counts.
  public init<Failure: Error>(
    _ next: any Transport, _ credentials: Credentials? = nil, for origins: [String] = [],
    limit: Duration = .seconds(30), context: TransportContext,
    refresh:
      @escaping @Sendable (
        _ refused: Credentials?, _ transport: any Transport
      ) -> Signal<Credentials, Failure>
  ) {
    self.next = next
    self.origins = CredentialOrigins(origins, else: context.baseURL)
    scheduler = context.scheduler
    let scheduler = context.scheduler
    desk = AuthorizationDesk(credentials, wallClock: context.wallClock) { refused in
      refresh(refused, next).mapError { Self.failure($0) }
        .timeout(
          limit, .total, scheduler: scheduler,
          failure: TransportFailure(.notAuthorized, "the refresh took longer than \(limit)"))
    }
  }

  /// Sends the request with credentials, again after a refusal.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    do throws(TransportFailure) {
      guard request.options.usesCredentials, try origins.include(request),
        !request.fields.contains("Authorization")
      else {
        return next.send(request, body: body)
      }
    } catch {
      return .fail(error)
    }
    let steps = AuthorizationSteps(of: request, body) { [desk] in desk.generation }
    return .deferred {
      if desk.isRefreshing { return next.send(request, body: body) }
      return ExchangeLoop.signal(steps) { exchange($0, request, body) }
    }
  }

  private func exchange(
    _ send: AuthorizationSteps.Send, _ request: HTTPRequest, _ body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    let retrying = send.refused.map { refused in
      Attempt(
        number: refused.number, started: refused.started, ended: scheduler.now,
        outcome: .status(401))
    }
    return desk.ticket(insteadOf: send.refused?.ticket?.generation)
      .flatMap { ticket in
        do throws(TransportFailure) {
          let signed = try ticket.credentials.applied(to: request)
          // What has such a field of its own is not refused for ours.
          send.begin(with: signed == request ? nil : ticket, at: scheduler.now)
          let exchange = next.send(signed, body: body)
          return retrying.map { .just(.retrying(after: $0)).append(exchange) } ?? exchange
        } catch {
          return .fail(error)
        }
      }
  }

  /// A refresh that met no answer, or a server in trouble, may be tried again; any other is a
  /// matter of credentials.
  private static func failure(_ error: any Error) -> TransportFailure {
    let words = "the refresh failed"
    switch error {
    case let failure as TransportFailure: return failure.explained(words)
    case RequestFailure.transport(let failure): return failure.explained(words)
    case let failure as RequestFailure:
      let isPassing = failure.isTransient || failure.response?.status.kind == .serverError
      return TransportFailure(
        isPassing ? .unavailable : .notAuthorized, "\(words): \(failure)")
    default: return TransportFailure(.notAuthorized, "\(words) (\(type(of: error)))")
    }
  }
}

extension TransportFailure {
  /// The failure with words in front of its own; it becomes the failure of other requests, which
  /// put themselves in.
  fileprivate func explained(_ words: String) -> TransportFailure {
    TransportFailure(kind, message.isEmpty ? words : "\(words): \(message)")
  }
}
