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
  /// Fields of the requests that forms of each kind make, over `fields`.
  public var kindFields = RequestKind.fields
  /// What makes bytes of values.
  public var encoder: any BodyEncoder = .json
  /// What makes query items, and the fields of forms, of values.
  public var queryEncoder = QueryEncoder()
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

  /// A client of `transport`, by default one of the platform's own, with ``Redirects`` around it.
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
    self.transport = Redirects(transport)
    context = TransportContext(
      scheduler: scheduler, wallClock: wallClock, baseURL: try? self.baseURL.get())
  }

  /// The client whose transport is wrapped in `decorator`; what is added last is outermost.
  ///
  /// Two orders are wrong, though nothing forbids them: `retry` before what has to be fresh for
  /// each attempt, such as a signature or an attempt's time-out, which then is one for all; and
  /// `retry` before `concurrency`, so that a request that only waits for its next attempt keeps a
  /// slot.
  public func adding(_ decorator: TransportDecorator) -> Client {
    var client = self
    client.transport = decorator(transport, context: context)
    return client
  }
}
