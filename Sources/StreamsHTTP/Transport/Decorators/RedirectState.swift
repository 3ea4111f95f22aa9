internal import Streams

/// The way of one request from redirect to redirect: what is asked now, and what an event of its
/// exchange leads to.
struct RedirectState: ExchangeDecisions {
  private var request: HTTPRequest
  private let body: HTTPBody
  private let withheld: Set<String>
  private var sendsBody = true
  private var hops = 0
  /// What is asked next, from when the head that says so has come.
  private var target: Target?

  private struct Target: Sendable {
    var request: HTTPRequest
    var keepsBody: Bool
    var rest: UnwantedRest
  }

  init(_ request: HTTPRequest, _ body: HTTPBody, withholding withheld: Set<String> = []) {
    self.request = request
    self.body = body
    self.withheld = withheld
  }

  /// What to send now.
  mutating func begin() -> (request: HTTPRequest, body: HTTPBody) {
    if let target {
      hops += 1
      request = target.request
      sendsBody = sendsBody && target.keepsBody
    }
    target = nil
    return (request, sendsBody ? body : .none)
  }

  mutating func judge(
    _ event: Event<TransportEvent, TransportFailure>
  ) -> ExchangeVerdict {
    switch event {
    case .value(.head(let response)): judge(response)
    case .value(.chunk(let bytes)): target?.rest.receive(bytes.count) ?? .deliver
    case .value(.retrying):
      // A further attempt below begins anew.
      forget()
    case .value: target == nil ? .deliver : .drop
    // The head is all that was wanted of an answer that is followed: it may well be cut short.
    case .failure, .finished: target == nil ? .deliver : .again
    }
  }

  private mutating func judge(_ response: HTTPResponse) -> ExchangeVerdict {
    let action = RedirectAction(
      after: response, to: request, with: sendsBody ? body : .none, withholding: withheld)
    switch action {
    case .deliver: return .deliver
    case .fail(let failure): return .fail(failure)
    case .follow(let next, let keepsBody):
      guard case .follow(let limit, _) = request.options.redirects, hops < limit else {
        return .fail(
          TransportFailure(.tooManyRedirects, "\(hops) were followed", request: request))
      }
      let rest = UnwantedRest(of: response, to: request.method)
      target = Target(request: next, keepsBody: keepsBody, rest: rest)
      return rest.verdict
    }
  }

  private mutating func forget() -> ExchangeVerdict {
    target = nil
    return .deliver
  }
}
