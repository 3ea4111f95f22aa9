public import StreamsHTTP

/// A small HTTP/1.1 server on 127.0.0.1, for tests that want to meet a real socket.
///
/// It listens on a port of its own as soon as it is made, answers by routes, misbehaves where an
/// answer says so, and remembers what its clients did.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.route(.get, "/users/7") { _ in .json(#"{"id": 7}"#) }
/// server.route(.get, "/flaky", answers: [.status(503), .text("well again")])
/// … ask server.url("/users/7") …
/// server.log.requests(to: "/users/7").count
/// ```
///
/// Every connection has a thread, on which the routes' closures run; no lock is held meanwhile.
/// Persistent connections, pipelining, `Content-Length` and chunked content and
/// `Expect: 100-continue` are understood (RFC 9112, RFC 9110); TLS is not spoken. A client that
/// ends its sending side is taken for gone.
///
/// Releasing the server stops it; ``stop()`` also waits for its threads. A route's closure that
/// holds the server keeps it alive until ``stop()``.
public final class LoopbackServer: Sendable {
  /// The port it listens on.
  public let port: UInt16

  private let core: ServerCore

  /// Starts a server.
  ///
  /// - Throws: `ServerFailure` when the system gives no socket or thread.
  public init(limits: ServerLimits = ServerLimits()) throws(ServerFailure) {
    (core, port) = try ServerCore.start(limits: limits)
  }

  deinit { core.interrupt() }

  /// The URL of a target on this server, by address: no name is looked up.
  public func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }

  // MARK: Answering

  /// Answers requests of a method to a path by a closure.
  ///
  /// A path that ends in `*` stands for all that begin so, and the method `*` for any. Of several
  /// routes that fit, the one made last answers; a request that fits none gets 404.
  public func route(
    _ method: String,
    _ path: String,
    _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
  ) {
    core.add(Route(method: method, path: path, answer: answer))
  }

  /// Answers requests of a method to a path one after the other; the last answer is repeated.
  public func route(_ method: String, _ path: String, answers: [ServerAnswer]) {
    let script = AnswerScript(answers)
    route(method, path) { _ in script.next() }
  }

  /// Answers requests of a method to a path by a closure; see the form that takes any text.
  public func route(
    _ method: HTTPMethod,
    _ path: String,
    _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
  ) {
    route(method.rawValue, path, answer)
  }

  /// Answers requests of a method to a path one after the other; the last answer is repeated.
  public func route(_ method: HTTPMethod, _ path: String, answers: [ServerAnswer]) {
    route(method.rawValue, path, answers: answers)
  }

  // MARK: Seeing

  /// What was seen up to now.
  public var log: ServerLog { core.log }

  /// Waits until what was seen meets a condition; false when `limit` is over first.
  ///
  /// The condition runs on the calling thread, once at the start and again at each change.
  @available(*, noasync, message: "blocks its thread: await the other waitUntil")
  public func waitUntil(
    within limit: Duration = .seconds(10), _ condition: (ServerLog) -> Bool
  ) -> Bool {
    core.waitUntil(within: limit) { condition($0.log) }
  }

  /// Waits until what was seen meets a condition; false when `limit` is over first.
  ///
  /// The condition runs on a thread of the wait's own, once at the start and again at each change.
  public func waitUntil(
    within limit: Duration = .seconds(10),
    _ condition: @escaping @Sendable (ServerLog) -> Bool
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let started = ServerThread.start { [core] in
        continuation.resume(returning: core.waitUntil(within: limit) { condition($0.log) })
      }
      if !started { continuation.resume(returning: condition(core.log)) }
    }
  }

  // MARK: Ending

  /// Closes the port and every connection, and waits until the server's threads have ended.
  ///
  /// Not to be called from a route's closure. Stopping twice is harmless.
  public func stop() {
    core.interrupt()
    _ = core.waitUntil(within: .seconds(10)) { $0.threads == 0 }
  }
}
