/// One connection a ``LoopbackServer`` took.
public struct ServerConnection: Sendable, Hashable {
  /// How a connection came to its end.
  public enum End: Sendable, Hashable {
    /// The client closed or reset it.
    case byClient
    /// The server closed or reset it: an answer said so, or a request was refused.
    case byServer
    /// The server was stopped.
    case stopped
  }

  /// Counted from 1, in the order they were taken.
  public var number: Int
  /// When it was taken, from the server's start.
  public var opened: Duration
  /// When it ended, from the server's start; nil while it is open.
  public var closed: Duration?
  /// Who ended it; nil while it is open.
  public var end: End?
  /// How many bytes came over it.
  public var bytesReceived = 0
}

/// What a ``LoopbackServer`` has seen up to now.
public struct ServerLog: Sendable, Hashable {
  /// The requests read whole, in the order their last byte came.
  public internal(set) var requests: [ServerRequest] = []
  /// The connections, in the order they were taken; number n is at index n - 1.
  public internal(set) var connections: [ServerConnection] = []

  /// The connections still open.
  public var openConnections: [ServerConnection] { connections.filter { $0.end == nil } }

  /// The requests for a path, the query aside.
  public func requests(to path: String) -> [ServerRequest] {
    requests.filter { $0.path == path }
  }
}
