internal import Streams
internal import StreamsHTTP

/// What a stub sends, step by step.
struct StubAnswer: Sendable {
  enum Content: Sendable {
    case head(HTTPStatus, [(String, String)])
    case piece([UInt8])
  }

  enum End: Sendable {
    case finished
    case failure(TransportFailure.Kind, String)
    case never
  }

  /// What is sent, each after a wait.
  var steps: [(wait: Duration, content: Content)] = []
  var end: End
  /// The wait before the end.
  var endWait = Duration.zero

  /// An end without an answer.
  init(end: End, after wait: Duration = .zero) {
    self.end = end
    endWait = wait
  }

  /// A whole answer.
  init(
    _ status: HTTPStatus, _ fields: [(String, String)], pieces: [[UInt8]],
    every interval: Duration = .zero, after wait: Duration
  ) {
    steps = [(wait, .head(status, fields))] + pieces.map { (interval, .piece($0)) }
    end = .finished
  }

  /// The answer as a signal; waits run on `scheduler`, and what waits for nothing comes at once.
  func events(
    for request: HTTPRequest, on scheduler: any Scheduler
  ) -> Signal<TransportEvent, TransportFailure> {
    let ending: Signal<TransportEvent, TransportFailure> =
      switch end {
      case .finished: .empty()
      case .failure(let kind, let message): .fail(TransportFailure(kind, message, request: request))
      case .never: .never()
      }
    return
      steps
      .map { step in step.content.events(for: request).after(step.wait, on: scheduler) }
      .reduce(Signal<TransportEvent, TransportFailure>.empty()) { $0.append($1) }
      .append(ending.after(endWait, on: scheduler))
  }
}

extension StubAnswer.Content {
  fileprivate func events(for request: HTTPRequest) -> Signal<TransportEvent, TransportFailure> {
    switch self {
    case .piece(let bytes): return .just(.chunk(bytes))
    case .head(let status, let pairs):
      do throws(InvalidField) {
        let fields = try HTTPFields(pairs)
        return .just(.head(HTTPResponse(status: status, fields: fields, url: request.url)))
      } catch {
        return .fail(
          TransportFailure(.other, "the stub's answer is invalid: \(error)", request: request))
      }
    }
  }
}

extension Signal {
  fileprivate func after(_ wait: Duration, on scheduler: any Scheduler) -> Signal {
    wait > .zero ? delay(for: wait, scheduler: scheduler) : self
  }
}

/// The script of a stub, and what it was asked.
struct StubState: Sendable {
  struct Route: Sendable {
    let matches: @Sendable (HTTPRequest) -> Bool
    var answers: [StubAnswer] = []
    var asked = 0
  }

  private(set) var routes: [Route] = []
  var exchanges: [StubExchange] = []

  mutating func addRoute(_ matches: @escaping @Sendable (HTTPRequest) -> Bool) -> Int {
    routes.append(Route(matches: matches))
    return routes.count - 1
  }

  mutating func add(_ answer: StubAnswer, to route: Int) {
    routes[route].answers.append(answer)
  }

  /// Remembers the exchange and takes the next answer of the route; nil when there is none.
  mutating func begin(
    _ request: HTTPRequest, at now: Instant, route: Int?
  ) -> (place: Int, answer: StubAnswer?) {
    exchanges.append(StubExchange(request: request, started: now))
    let place = exchanges.count - 1
    guard let route, !routes[route].answers.isEmpty else { return (place, nil) }
    let turn = min(routes[route].asked, routes[route].answers.count - 1)
    routes[route].asked += 1
    return (place, routes[route].answers[turn])
  }
}
