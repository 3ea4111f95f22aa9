import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// A server and a transport that asks it.
struct URLSessionFixture {
  let server: LoopbackServer
  var transport = URLSessionTransport()

  init() throws { server = try LoopbackServer() }

  func request(
    _ method: HTTPMethod = .get, _ target: String, _ fields: [(String, String)] = []
  ) throws -> HTTPRequest {
    HTTPRequest(
      method: method, url: try HTTPURL(server.url(target)), fields: try HTTPFields(fields))
  }

  /// The whole exchange, or what came of it in twenty seconds.
  func exchange(
    _ method: HTTPMethod = .get, _ target: String, _ fields: [(String, String)] = [],
    body: HTTPBody = .none
  ) async throws -> Exchange {
    await transport.send(try request(method, target, fields), body: body).exchange()
  }

  /// The one request that reached `path`.
  func received(_ path: String) throws -> ServerRequest {
    let requests = server.log.requests(to: path)
    try #require(requests.count == 1)
    return requests[0]
  }
}

extension Signal<TransportEvent, TransportFailure> {
  /// Observes to the end, for twenty seconds at most.
  func exchange() async -> Exchange {
    let recorder = ExchangeRecorder()
    let subscription = recorder.observe(self)
    let hasEnded = await recorder.waits(within: .seconds(20)) { $0.ends > 0 }
    #expect(hasEnded, "the exchange hangs")
    subscription.cancel()
    return recorder.exchange
  }
}

extension Exchange {
  var status: HTTPStatus? { heads.first?.status }
}

/// Tells when it is released.
final class ReleaseProbe: Sendable {
  private let released: @Sendable () -> Void

  init(_ released: @escaping @Sendable () -> Void) { self.released = released }

  deinit { released() }
}
