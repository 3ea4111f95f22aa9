public import Streams
public import StreamsHTTP

/// A transport that answers from a script, in the time of a scheduler, and remembers what it was
/// asked.
///
/// ```swift
/// let time = TestScheduler()
/// let stub = StubTransport(scheduler: time)
/// stub.on(.get, "/users/7").respond(json: #"{"id": 7}"#, after: .seconds(1))
/// stub.on(.post, "/notes").respond(503).respond(201)   // one after the other, the last for ever
/// ```
///
/// It never meets a network: what no line of the script answers fails, and the failure names the
/// request. Without a delay an answer comes while the exchange is being observed.
///
/// Threads: any.
public final class StubTransport: Transport {
  private let scheduler: any Scheduler
  private let state = Lock(StubState())

  /// A stub without answers, whose delays run on `scheduler`.
  public init(scheduler: some Scheduler) {
    self.scheduler = scheduler
  }

  /// What was asked so far, in the order in which the exchanges began.
  public var exchanges: [StubExchange] {
    state.withLock { $0.exchanges }
  }

  /// The requests of `exchanges`.
  public var requests: [HTTPRequest] {
    exchanges.map(\.request)
  }

  /// Answers requests of that method for that path, such as `/users/7`, on any host. With a
  /// question mark the query has to be equal too; without one any will do. Later lines of the
  /// script go before earlier ones.
  public func on(_ method: HTTPMethod, _ target: String) -> StubRoute {
    on { request in
      request.method == method
        && target == (target.contains("?") ? request.url.target : request.url.path)
    }
  }

  /// Answers requests that pass `matches`.
  public func on(_ matches: @escaping @Sendable (HTTPRequest) -> Bool) -> StubRoute {
    let route = state.withLock { $0.addRoute(matches) }
    return StubRoute { [self] answer in state.withLock { $0.add(answer, to: route) } }
  }

  /// The exchange the script has for the request.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred { [self] in
      let route = state.withLock { $0.routes }.lastIndex { $0.matches(request) }
      let now = scheduler.now
      let (place, answer) = state.withLock { $0.begin(request, at: now, route: route) }
      let events = answer?.events(for: request, on: scheduler) ?? .fail(miss(request))
      return receive(body, of: request, in: place)
        .append(events)
        .handleEvents(
          onFailure: { self.end(place, .failed($0.kind)) },
          onFinished: { self.end(place, .finished) },
          onCancel: { self.end(place, .cancelled) })
    }
  }

  /// Takes the body in, and tells that it went out.
  private func receive(
    _ body: HTTPBody, of request: HTTPRequest, in place: Int
  ) -> Signal<TransportEvent, TransportFailure> {
    let pieces = body.pieces()
      .mapError { TransportFailure(.bodyFailed, $0.message, request: request) }
      .compactMap { [self] piece -> TransportEvent? in
        state.withLock { $0.exchanges[place].body += piece }
        return nil
      }
    guard body.isPresent else { return pieces }
    return pieces.append(
      .deferred { [self] in
        let count = state.withLock { $0.exchanges[place].body.count }
        return .just(.uploaded(TransferProgress(completed: count, total: count)))
      })
  }

  private func end(_ place: Int, _ ending: StubExchange.Ending) {
    let now = scheduler.now
    state.withLock { state in
      state.exchanges[place].ending = ending
      state.exchanges[place].ended = now
    }
  }

  private func miss(_ request: HTTPRequest) -> TransportFailure {
    TransportFailure(.other, "the stub has no answer for this", request: request)
  }
}

/// One line of the script of a stub: what it answers, in order; the last answer is for ever.
public struct StubRoute: Sendable {
  private let add: @Sendable (StubAnswer) -> Void

  init(_ add: @escaping @Sendable (StubAnswer) -> Void) {
    self.add = add
  }

  /// Answers with text, by default none, after a delay.
  @discardableResult
  public func respond(
    _ status: HTTPStatus = 200, fields: KeyValuePairs<String, String> = [:], text: String = "",
    after delay: Duration = .zero
  ) -> Self {
    respond(status, fields: fields, bytes: Array(text.utf8), after: delay)
  }

  /// Answers with JSON text after a delay.
  @discardableResult
  public func respond(
    _ status: HTTPStatus = 200, fields: KeyValuePairs<String, String> = [:], json: String,
    after delay: Duration = .zero
  ) -> Self {
    let pairs = fields.map { ($0.key, $0.value) } + [("Content-Type", "application/json")]
    return adding(StubAnswer(status, pairs, pieces: [Array(json.utf8)], after: delay))
  }

  /// Answers with bytes after a delay.
  @discardableResult
  public func respond(
    _ status: HTTPStatus = 200, fields: KeyValuePairs<String, String> = [:], bytes: [UInt8],
    after delay: Duration = .zero
  ) -> Self {
    let pieces = bytes.isEmpty ? [] : [bytes]
    return adding(
      StubAnswer(status, fields.map { ($0.key, $0.value) }, pieces: pieces, after: delay))
  }

  /// Answers with fields that are made at run time, equal names among them, after a delay.
  @discardableResult
  public func respond(
    _ status: HTTPStatus, pairs: [(String, String)], bytes: [UInt8] = [],
    after delay: Duration = .zero
  ) -> Self {
    adding(StubAnswer(status, pairs, pieces: bytes.isEmpty ? [] : [bytes], after: delay))
  }

  /// Answers with a head after a delay, then with one piece of text after each further one.
  @discardableResult
  public func respond(
    _ status: HTTPStatus = 200, fields: KeyValuePairs<String, String> = [:], pieces: [String],
    every interval: Duration, after delay: Duration = .zero
  ) -> Self {
    adding(
      StubAnswer(
        status, fields.map { ($0.key, $0.value) }, pieces: pieces.map { Array($0.utf8) },
        every: interval, after: delay))
  }

  /// Fails after a delay.
  @discardableResult
  public func fail(
    _ kind: TransportFailure.Kind, _ message: String = "", after delay: Duration = .zero
  ) -> Self {
    adding(StubAnswer(end: .failure(kind, message), after: delay))
  }

  /// Sends that part of an answer after a delay, and then fails.
  @discardableResult
  public func respond(
    _ status: HTTPStatus = 200, fields: KeyValuePairs<String, String> = [:], text: String,
    thenFail kind: TransportFailure.Kind, after delay: Duration = .zero
  ) -> Self {
    var answer = StubAnswer(
      status, fields.map { ($0.key, $0.value) }, pieces: [Array(text.utf8)], after: delay)
    answer.end = .failure(kind, "")
    return adding(answer)
  }

  /// Never answers.
  @discardableResult
  public func never() -> Self {
    adding(StubAnswer(end: .never))
  }

  private func adding(_ answer: StubAnswer) -> Self {
    add(answer)
    return self
  }
}
