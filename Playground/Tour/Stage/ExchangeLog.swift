import Streams
import StreamsHTTP
import Synchronization

/// One exchange, as far as it has come.
struct Exchange: Sendable {
  enum End: Sendable, Equatable {
    case answered
    case failed(TransportFailure.Kind)
    case cancelled
  }

  let id: Int
  let request: HTTPRequest
  let started: Instant
  /// The status, and when it came.
  var status: HTTPStatus?
  var answered: Instant?
  /// How it ended, and when.
  var end: End?
  var ended: Instant?

  /// How long it took, or has taken until it was answered.
  var time: Duration { started.duration(to: ended ?? answered ?? started) }
}

/// All exchanges that passed a transport, in the order they were started.
///
/// No lock is needed: a subject makes serial what many threads send, `scan` behind it keeps the
/// list, and a second subject has the list for whoever asks.
final class ExchangeLog: Sendable {
  fileprivate enum Step: Sendable {
    case started(HTTPRequest)
    case answered(HTTPStatus)
    case ended(Exchange.End)
  }

  fileprivate struct Note: Sendable {
    let id: Int
    let step: Step
    let time: Instant
  }

  private let notes = PassthroughSubject<Note, Never>()
  private let list = CurrentValueSubject<[Exchange], Never>([])
  private let count = Atomic(0)

  init() {
    notes.signal
      .scan([]) { exchanges, note in note.added(to: exchanges) }
      .observe { [list] event in list.send(event) }
  }

  /// The list, now and whenever it changes.
  var exchanges: Signal<[Exchange], Never> { list.signal }

  /// Those for paths that begin so, as soon as all of them have ended.
  func ended(below prefix: String) async -> [Exchange] {
    await exchanges
      .map { all in all.filter { $0.request.url.path.hasPrefix(prefix) } }
      .filter { some in some.allSatisfy { $0.end != nil } }
      .firstValue() ?? []
  }

  fileprivate func nextID() -> Int { count.add(1, ordering: .relaxed).newValue }

  fileprivate func note(_ step: Step, of id: Int, at time: Instant) {
    notes.send(Note(id: id, step: step, time: time))
  }
}

extension ExchangeLog.Note {
  fileprivate func added(to exchanges: [Exchange]) -> [Exchange] {
    var exchanges = exchanges
    if case .started(let request) = step {
      exchanges.append(Exchange(id: id, request: request, started: time))
    }
    guard let index = exchanges.lastIndex(where: { $0.id == id }) else { return exchanges }
    switch step {
    case .started: break
    case .answered(let status):
      exchanges[index].status = status
      exchanges[index].answered = time
    case .ended(let end):
      exchanges[index].end = end
      exchanges[index].ended = time
    }
    return exchanges
  }
}

// MARK: - The decorator

/// Notes what passes and changes nothing: a decorator of one's own is a `Transport` around another.
private struct Noting: Transport {
  let next: any Transport
  let log: ExchangeLog
  let clock: any Scheduler

  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred {
      let id = log.nextID()
      let note: @Sendable (ExchangeLog.Step) -> Void = { log.note($0, of: id, at: clock.now) }
      return next.send(request, body: body).handleEvents(
        onStart: { note(.started(request)) },
        onValue: { if case .head(let response) = $0 { note(.answered(response.status)) } },
        onFailure: { note(.ended(.failed($0.kind))) },
        onFinished: { note(.ended(.answered)) },
        onCancel: { note(.ended(.cancelled)) })
    }
  }
}

extension TransportDecorator {
  /// Notes every exchange in `log`: each attempt of a `retry` that is added later, too.
  static func noting(in log: ExchangeLog) -> Self {
    Self { next, context in Noting(next: next, log: log, clock: context.scheduler) }
  }
}
