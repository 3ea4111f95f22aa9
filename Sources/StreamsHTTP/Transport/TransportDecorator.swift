public import Streams

/// Something that a transport can be wrapped in, as a value.
///
/// ```swift
/// client.adding(.headers(["Accept-Language": "en"])).adding(.retry(.transientFailures))
/// ```
///
/// What is added last is outermost. A decorator inside `retry` runs once per attempt, one outside
/// once per request.
public struct TransportDecorator: Sendable {
  private let wrap: @Sendable (any Transport, TransportContext) -> any Transport

  /// A decorator that answers the transport to use in place of the one it is given.
  public init(_ wrap: @escaping @Sendable (any Transport, TransportContext) -> any Transport) {
    self.wrap = wrap
  }

  /// `transport`, wrapped.
  public func callAsFunction(
    _ transport: any Transport, context: TransportContext
  ) -> any Transport {
    wrap(transport, context)
  }
}

/// What comes to transports and decorators from the client: time, and where it asks.
public struct TransportContext: Sendable {
  /// What waits run on.
  public var scheduler: any Scheduler
  /// The time of day, which dates in fields are compared with.
  public var wallClock: WallClock
  /// Where the client sends requests, when it says a URL: credentials stay with its origin.
  public var baseURL: HTTPURL?

  /// A context of the given sources of time, for the given place.
  public init(
    scheduler: any Scheduler, wallClock: WallClock = .system, baseURL: HTTPURL? = nil
  ) {
    self.scheduler = scheduler
    self.wallClock = wallClock
    self.baseURL = baseURL
  }

  /// Where a decorator runs async code: on the scheduler, where that can, as in a test; nil means
  /// the system's executor.
  ///
  /// ```swift
  /// Signal(async: { await token() }, executor: context.executor)
  /// ```
  public var executor: (any TaskExecutor)? { scheduler.taskExecutor }
}
