/// What can be done about a request that failed.
///
/// ```swift
/// switch failure.remedy {
/// case .retry(let wait): offerRetry(after: wait)
/// case .signIn: showSignIn()
/// case .mendRequest: showForm(marking: failure)
/// case .report: log(failure)
/// case .none: break
/// }
/// ```
public enum Remedy: Hashable, Sendable {
  /// Sending it again may help: the server was busy or out of reach. Not before that wait, where
  /// the server named one. It does not say that sending it again repeats nothing.
  case retry(after: Duration?)
  /// Credentials are missing, wrong or over.
  case signIn
  /// The request is at fault: another one may do.
  case mendRequest
  /// The two ends do not understand each other; somebody has to look at it.
  case report
  /// Nothing that helps in every such case: what was asked for is not there or not allowed, a code
  /// of the server's own says more, or nobody waits any more.
  case none
}

extension RequestFailure {
  /// What can be done about it. A `Retry-After` that is a date counts from the answer's own
  /// `Date`, so that it does not matter how this machine's clock is set.
  public var remedy: Remedy { remedy(now: nil) }

  /// What can be done about it at a time of day since the start of 1970, from which a
  /// `Retry-After` that is a date counts.
  public func remedy(at now: Duration) -> Remedy { remedy(now: now) }

  private func remedy(now: Duration?) -> Remedy {
    switch self {
    case .invalidRequest: .mendRequest
    case .transport(let failure): failure.kind.remedy
    case .status(let failure): failure.response.remedy(now: now)
    case .decoding: .report
    case .storing(let failure): failure.reason == .cannotWrite ? .none : .mendRequest
    case .cancelled: .none
    }
  }
}

extension ProblemFailure {
  /// What can be done about it; see `RequestFailure.remedy`.
  public var remedy: Remedy {
    switch self {
    case .problem(_, let failure): RequestFailure.status(failure).remedy
    case .request(let failure): failure.remedy
    }
  }
}

extension CodeFailure {
  /// What can be done about it; see `RequestFailure.remedy`. A code alone knows none.
  public var remedy: Remedy {
    switch self {
    case .code: .none
    case .request(let failure): failure.remedy
    }
  }
}

// MARK: - By kind and status

extension TransportFailure.Kind {
  fileprivate var remedy: Remedy {
    switch self {
    case .cannotConnect, .nameNotFound, .connectionLost, .timedOut, .unavailable:
      .retry(after: nil)
    case .notAuthorized: .signIn
    case .invalidRequest, .bodyFailed: .mendRequest
    case .tls, .malformedResponse, .tooLarge, .tooManyRedirects, .redirectRefused, .other: .report
    }
  }
}

extension HTTPResponse {
  fileprivate func remedy(now: Duration?) -> Remedy {
    if status == 401 || status == 407 { return .signIn }
    let isError = status.kind == .clientError || status.kind == .serverError
    if isError, let wait = retryAfter(now: now) { return .retry(after: wait) }
    if RetryPolicy.transientFailures.statuses.contains(status) { return .retry(after: nil) }
    return switch status {
    case 403, 404, 410, 451: .none
    default: status.kind == .clientError ? .mendRequest : .report
    }
  }

  private func retryAfter(now: Duration?) -> Duration? {
    guard let now = now ?? date else {
      // Without a clock a number of seconds is as good as ever, and a date says nothing.
      return HTTPDate.parse(fields["Retry-After"] ?? "", now: 0) == nil
        ? RetryAfter.wait(in: fields, now: .zero) : nil
    }
    return RetryAfter.wait(in: fields, now: now)
  }

  /// When the answer was made, by the clock of the server. A year of two digits that could only
  /// be placed by another clock gives a time before 1970, which counts as none.
  private var date: Duration? {
    fields["Date"].flatMap { HTTPDate.parse($0, now: 0) }.flatMap { $0 > 0 ? .seconds($0) : nil }
  }
}
