/// An answer that could not be stored as a file. What was at the destination is there still.
public struct StoringFailure: Error, Hashable, Sendable {
  /// What is in the way.
  public enum Reason: Hashable, Sendable {
    /// There is a file already, which was not to be replaced.
    case exists
    /// There is a folder where the file is to be.
    case isFolder
    /// The folder is missing, and was not to be made.
    case noFolder
    /// The system does not let the file be written: no right, no room.
    case cannotWrite
  }

  /// What is in the way.
  public var reason: Reason
  /// The path that is meant.
  public var path: String
  /// The request.
  public var request: HTTPRequest
  /// The head of the answer; nil when nothing was sent, since it was known before.
  public var response: HTTPResponse?
  /// What was tried, in order.
  public var attempts: [Attempt]

  init(
    _ fault: StoringFault, request: HTTPRequest, response: HTTPResponse? = nil,
    attempts: [Attempt] = []
  ) {
    reason = fault.reason
    path = fault.path
    self.request = request
    self.response = response
    self.attempts = attempts
  }
}

/// What is in the way, where it is noticed.
struct StoringFault: Error {
  var reason: StoringFailure.Reason
  var path: String

  init(_ reason: StoringFailure.Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}

extension StoringFailure: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request, what is in the way, and where; one line.
  public var description: String {
    "\(request): the answer cannot be stored: \(reason) at \(path.quotedOnOneLine)"
  }

  /// The same as `description`.
  public var debugDescription: String { description }
}

extension StoringFailure.Reason: CustomStringConvertible {
  /// What is in the way, in words.
  public var description: String {
    switch self {
    case .exists: "there is a file"
    case .isFolder: "there is a folder"
    case .noFolder: "there is no folder"
    case .cannotWrite: "nothing can be written"
    }
  }
}
