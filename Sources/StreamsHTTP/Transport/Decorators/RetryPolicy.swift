/// Which requests are sent again, after what, and how often.
///
/// Only a repeatable request (``HTTPRequest/isRepeatable``) is sent again after a
/// status or a failure that the server may have caused by doing what was asked; any request is
/// when it cannot have been sent. A body that can be produced once only is never sent twice.
public struct RetryPolicy: Sendable, Hashable {
  /// How many times a request is sent again at most; 0 or less sends it once.
  public var maximumRetries: Int
  /// Statuses after which another try may help.
  public var statuses: Set<HTTPStatus>
  /// Failures after which another try may help.
  public var failures: Set<TransportFailure.Kind>
  /// The longest wait a `Retry-After` field can ask for; a longer one is cut to it.
  public var maximumWait: Duration

  /// A policy of the given values.
  public init(
    maximumRetries: Int, statuses: Set<HTTPStatus>, failures: Set<TransportFailure.Kind>,
    maximumWait: Duration = .seconds(300)
  ) {
    self.maximumRetries = maximumRetries
    self.statuses = statuses
    self.failures = failures
    self.maximumWait = maximumWait
  }

  /// Three retries of what is likely to pass: 408, 425, 429, 500, 502, 503 and 504, no
  /// connection, a lost connection, a time-out, and what is out of order for now.
  public static let transientFailures = Self(
    maximumRetries: 3,
    statuses: [408, 425, 429, 500, 502, 503, 504],
    failures: [.cannotConnect, .nameNotFound, .connectionLost, .timedOut, .unavailable])

  /// The policy with another limit.
  public func limited(to maximumRetries: Int) -> Self {
    var policy = self
    policy.maximumRetries = maximumRetries
    return policy
  }

  /// Whether a request that ended so may be sent again, were there no limit.
  public func allows(
    _ outcome: Attempt.Outcome, of request: HTTPRequest, with body: HTTPBody
  ) -> Bool {
    switch outcome {
    case .status(let status):
      statuses.contains(status) && request.isRepeatable && body.isReplayable
    case .failure(let kind):
      failures.contains(kind)
        && (kind.isBeforeSending || (request.isRepeatable && body.isReplayable))
    }
  }
}
