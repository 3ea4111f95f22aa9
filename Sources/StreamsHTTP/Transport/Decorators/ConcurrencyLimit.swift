public import Streams

/// Sends so many requests at a time and lets the others wait.
///
/// Of those that wait, the one of the highest priority goes first, equal ones in the order they
/// came (`Request.priority`). One whose host has no slot free does not hold up the others. A slot
/// is taken from the beginning of an exchange to its end: a stream of events keeps one for as long
/// as it runs. A cancel of one that waits takes it out of the line, and nothing is sent for it.
///
/// Order: inside of `retry`, so that a request that waits for its next attempt keeps no slot, and
/// inside of `coalescing`.
public struct ConcurrencyLimit: Transport {
  private let next: any Transport
  private let desk: ConcurrencyDesk

  /// A transport that sends through `next`, so many at a time.
  ///
  /// - Parameters:
  ///   - next: the transport below.
  ///   - total: how many at a time, at least 1.
  ///   - perHost: how many of them to one host and port, at least 1; nil says nothing of that.
  public init(_ next: any Transport, total: Int, perHost: Int? = nil) {
    self.next = next
    let total = Misuse.count(total, in: "ConcurrencyLimit(total:)")
    desk = ConcurrencyDesk(
      total: total,
      perHost: perHost.map { Misuse.count($0, in: "ConcurrencyLimit(perHost:)") } ?? total)
  }

  /// Sends the request when its turn has come.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    desk.signal(
      next.send(request, body: body), to: "\(request.url.host):\(request.url.effectivePort)",
      request.options.priority)
  }
}

extension TransportDecorator {
  /// Sends so many requests at a time and lets the others wait, by priority.
  ///
  /// - Parameters:
  ///   - total: how many at a time; a count below 1 is reported (`Misuse`) and taken for 1.
  ///   - perHost: how many of them to one host and port.
  public static func concurrency(_ total: Int, perHost: Int? = nil) -> Self {
    Self { next, _ in ConcurrencyLimit(next, total: total, perHost: perHost) }
  }
}
