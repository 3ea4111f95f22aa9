public import Streams

/// Asks: turns described requests into cold signals.
///
/// ```swift
/// let client = Client(baseURL: "https://api.example.org/v2")
///   .adding(.headers(["Accept-Language": "en"]))
///   .adding(.retry(.transientFailures))
///
/// client.send(.user(7)).observe { event in … }
/// ```
///
/// A value: what is changed is a copy, and a request that runs keeps the client it was sent with.
/// Threads: any. Events arrive on the thread of the transport, or of a decorator that waited;
/// `receive(on:)` chooses one.
public struct Client: Sendable {
  /// Where requests go, with a path they add theirs to. A text that is no URL is kept and told by
  /// every request that needs it.
  public let baseURL: Result<HTTPURL, InvalidURL>
  /// How bytes travel, decorators around.
  public private(set) var transport: any Transport
  /// Time for decorators and time-outs.
  public let context: TransportContext

  /// Fields of every request that does not set its own.
  public var fields = HTTPFields()
  /// What makes bytes of values.
  public var encoder: any BodyEncoder = .json
  /// What makes values of bytes.
  public var decoder: any BodyDecoder = .json
  /// Which answers are accepted: 2xx at first.
  public var validation = ResponseValidation.success
  /// How long a request may take, retries and waits among it; nil for ever.
  public var timeout: Duration? = .seconds(60)
  /// Runs for values that `send(_:success:failure:)` was given no closure for.
  public var onSuccess: (@Sendable (any Sendable) -> Void)?
  /// Runs for failures that `send(_:success:failure:)` was given no closure for.
  public var onFailure: (@Sendable (any Error) -> Void)?

  /// A client of `transport`, by default one of the platform's own.
  ///
  /// A `baseURL` that is no URL traps nowhere: the requests sent below it fail with
  /// `invalidRequest`, which names it.
  public init(
    baseURL: String, transport: any Transport = PlatformTransport(),
    scheduler: any Scheduler = DispatchScheduler(label: "streams.http"),
    wallClock: WallClock = .system
  ) {
    do throws(InvalidURL) {
      self.baseURL = .success(try HTTPURL(baseURL))
    } catch {
      self.baseURL = .failure(error)
    }
    self.transport = transport
    context = TransportContext(scheduler: scheduler, wallClock: wallClock)
  }

  /// The client whose transport is wrapped in `decorator`; what is added last is outermost.
  public func adding(_ decorator: TransportDecorator) -> Client {
    var client = self
    client.transport = decorator(transport, context: context)
    return client
  }
}
