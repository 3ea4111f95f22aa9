import Streams
import StreamsHTTP

/// A transport that is a closure.
struct ClosureTransport: Transport {
  let exchange: @Sendable (HTTPRequest, HTTPBody) -> Signal<TransportEvent, TransportFailure>

  func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    exchange(request, body)
  }
}

/// Counts from 1.
final class Counter: Sendable {
  private let count = Lock(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
