public import Streams

/// The transport that suits the platform best: libcurl on Linux, where there is one, and
/// ``URLSessionTransport`` everywhere else.
///
/// One with settings of its own is made by its own name.
public struct PlatformTransport: Transport {
  #if os(Linux)
    private let transport = CurlTransport()
  #else
    private let transport = URLSessionTransport()
  #endif

  /// A transport with connections of its own.
  public init() {}

  /// The exchange of `request` and `body`, as a cold signal.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    transport.send(request, body: body)
  }
}
