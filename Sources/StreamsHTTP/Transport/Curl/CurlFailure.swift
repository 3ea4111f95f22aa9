/// How libcurl says a transfer ended, and what is known beside.
struct CurlOutcome: Hashable, Sendable {
  /// libcurl's code; 0 is success.
  var code: Int
  var message = ""
  /// The system's error number.
  var systemError = 0
  /// What a proxy answered when it was asked for a tunnel.
  var proxyStatus = 0
  var hasHead = false
  var isChunked = false
  var isSecure = false
}

extension TransportFailure {
  /// What the outcome of a transfer means to a caller; nil for success.
  init?(_ outcome: CurlOutcome) {
    guard let kind = Kind(outcome) else { return nil }
    self.init(kind, outcome.message)
  }
}

extension TransportFailure.Kind {
  /// Sorts the codes of libcurl as they were seen to be used.
  init?(_ outcome: CurlOutcome) {
    switch outcome.code {
    case 0: return nil
    case 5, 6: self = .nameNotFound
    case 7, 45: self = .cannotConnect
    case 28: self = .timedOut
    case 35, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98: self = .tls
    case 16, 18, 52, 55, 65, 92: self = .connectionLost
    case 56: self = Self(receiving: outcome)
    case 1, 8, 61: self = .malformedResponse
    case 27, 63, 100: self = .tooLarge
    case 26, 42: self = .bodyFailed
    case 3: self = .invalidRequest
    default: self = .other
    }
  }

  private static let lostConnection: Set = [32, 104, 110]

  /// A proxy that refuses, a lost connection, a head without end and chunks that are none have one
  /// code. An earlier attempt at another address leaves its error number, so that not each tells.
  private init(receiving outcome: CurlOutcome) {
    if outcome.proxyStatus >= 300 {
      self = .cannotConnect
    } else if Self.lostConnection.contains(outcome.systemError) || outcome.isSecure {
      self = .connectionLost
    } else if outcome.hasHead {
      self = outcome.isChunked ? .malformedResponse : .connectionLost
    } else {
      self = .tooLarge
    }
  }
}
