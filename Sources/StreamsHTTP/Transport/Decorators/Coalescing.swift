public import Streams

/// Lets equal requests that are on their way at the same time share one exchange.
///
/// Only requests without a body whose method is safe share (RFC 9110 section 9.2.1), none that
/// accept a stream of events, and only those that agree in method, URL, every field and what
/// decorators are to know but priority and tags. Who comes later is told first what was told so
/// far. The first to cancel leaves the exchange to the others, the last one cancels it; a request
/// that comes after its end begins another, and so does one that comes after somebody left who had
/// the head of the answer: that may be a retry, which is not to get what it refused.
///
/// So that nobody gets a part of an answer, what was told is kept until the end, up to a limit of
/// bytes; after more than that later requests go out on their own.
///
/// Order: where one client serves several users, what tells them apart has to be in a field before
/// a request comes here: outside of this, not inside.
public struct Coalescing: Transport {
  private let next: any Transport
  private let desk: CoalescingDesk

  /// A transport that sends through `next` once for equal requests at one time.
  ///
  /// - Parameters:
  ///   - next: the transport below.
  ///   - limit: how many bytes of an answer's body are kept for those who come later; with 0 or
  ///     less they can join until the first byte.
  public init(_ next: any Transport, keepingUpTo limit: Int = 1 << 20) {
    self.next = next
    desk = CoalescingDesk(limit: limit)
  }

  /// The exchange, a shared one where it can be.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    let exchange = next.send(request, body: body)
    guard let key = CoalescingState.Key(request, body) else { return exchange }
    return desk.signal(for: key, exchange)
  }
}

extension TransportDecorator {
  /// Lets equal safe requests that are on their way at the same time share one exchange.
  ///
  /// - Parameter limit: how many bytes of an answer's body are kept for those who come later.
  public static func coalescing(keepingUpTo limit: Int = 1 << 20) -> Self {
    Self { next, _ in Coalescing(next, keepingUpTo: limit) }
  }
}
