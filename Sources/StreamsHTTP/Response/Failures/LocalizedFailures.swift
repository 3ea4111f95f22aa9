public import Foundation

// What an app may show to the people who use it: a sentence or two without technical words, and
// without anything that came from the request or the answer but a status. `description` is for
// those who write the app. The texts are English.

extension RequestFailure: LocalizedError {
  /// What happened.
  public var errorDescription: String? {
    switch self {
    case .invalidRequest(let failure): failure.errorDescription
    case .transport(let failure): failure.errorDescription
    case .status(let failure): failure.errorDescription
    case .decoding(let failure): failure.errorDescription
    case .storing(let failure): failure.errorDescription
    case .cancelled: "The request was cancelled."
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? { remedy.suggestion }
}

extension InvalidRequest: LocalizedError {
  /// What happened.
  public var errorDescription: String? { "The request could not be sent." }

  /// What can be done about it.
  public var recoverySuggestion: String? { RequestFailure.invalidRequest(self).recoverySuggestion }
}

extension TransportFailure: LocalizedError {
  /// What happened.
  public var errorDescription: String? {
    switch kind {
    case .cannotConnect: "The server cannot be reached."
    case .nameNotFound: "The server cannot be found."
    case .tls: "No secure connection to the server can be made."
    case .connectionLost: "The connection to the server was lost."
    case .timedOut: "The server took too long to answer."
    case .malformedResponse: "The answer of the server could not be understood."
    case .tooLarge: "The answer of the server is too large."
    case .tooManyRedirects: "The server referred elsewhere too many times."
    case .redirectRefused: "The server referred to a place that cannot be asked."
    case .notAuthorized: "You are not signed in."
    case .unavailable: "The server has a problem."
    case .invalidRequest: "The request could not be sent."
    case .bodyFailed: "What was to be sent could not be read."
    case .other: "The request failed."
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? { RequestFailure.transport(self).recoverySuggestion }
}

extension StatusFailure: LocalizedError {
  /// What happened.
  public var errorDescription: String? {
    let text =
      switch status {
      case 401, 407: "You are not signed in"
      case 403, 451: "This is not allowed"
      case 404, 410: "This does not exist"
      case 408, 504: "The server took too long to answer"
      case 429: "There were too many requests"
      default:
        status.kind == .serverError
          ? "The server has a problem" : "The server refused the request"
      }
    return "\(text) (\(status))."
  }

  /// What can be done about it.
  public var recoverySuggestion: String? { RequestFailure.status(self).recoverySuggestion }
}

extension DecodingFailure: LocalizedError {
  /// What happened.
  public var errorDescription: String? { "The answer of the server could not be understood." }

  /// What can be done about it.
  public var recoverySuggestion: String? { RequestFailure.decoding(self).recoverySuggestion }
}

extension StoringFailure: LocalizedError {
  /// What happened.
  public var errorDescription: String? {
    switch reason {
    case .exists: "There is a file of that name already."
    case .isFolder: "There is a folder of that name."
    case .noFolder: "The folder for the file does not exist."
    case .cannotWrite: "The file could not be written."
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? { RequestFailure.storing(self).recoverySuggestion }
}

extension ProblemFailure: LocalizedError {
  /// What happened: in the body's own words, if it has such words for people.
  public var errorDescription: String? {
    switch self {
    case .problem(let body, let failure):
      (body as? any LocalizedError)?.errorDescription ?? failure.errorDescription
    case .request(let failure): failure.errorDescription
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? {
    guard case .problem(let body, _) = self, let body = body as? any LocalizedError else {
      return remedy.suggestion
    }
    return body.recoverySuggestion ?? remedy.suggestion
  }
}

extension CodeFailure: LocalizedError {
  /// What happened: in the code's own words, if it has such words for people.
  public var errorDescription: String? {
    switch self {
    case .code(let code, _):
      (code as? any LocalizedError)?.errorDescription ?? "The server refused the request."
    case .request(let failure): failure.errorDescription
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? {
    guard case .code(let code, _) = self else { return remedy.suggestion }
    return (code as? any LocalizedError)?.recoverySuggestion
  }
}

extension Remedy {
  fileprivate var suggestion: String? {
    switch self {
    case .retry(let wait?) where wait > .zero: "Try again in \(wait.inWords)."
    case .retry: "Try again later."
    case .signIn: "Sign in and try again."
    case .mendRequest: "Check what you entered and try again."
    case .report: "If this happens again, please report it."
    case .none: nil
    }
  }
}

extension Duration {
  /// Whole seconds, minutes or hours, rounded up: too early a try is refused again.
  fileprivate var inWords: String {
    let (whole, rest) = components
    let seconds = rest > 0 && whole < .max ? whole + 1 : whole
    let (unit, size): (String, Int64) =
      switch seconds {
      case ..<120: ("second", 1)
      case ..<7_200: ("minute", 60)
      default: ("hour", 3_600)
      }
    let count = seconds / size + (seconds % size > 0 ? 1 : 0)
    return count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
  }
}
