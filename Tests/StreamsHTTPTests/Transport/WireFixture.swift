import Streams
import StreamsHTTP
import StreamsHTTPTesting
import Testing

/// The transports that reach a real socket.
enum Wire: Sendable, CaseIterable {
  case urlSession
  case curl

  /// Those there are on this system.
  static let all: [Wire] = {
    #if os(Linux)
      [.urlSession, .curl]
    #else
      [.urlSession]
    #endif
  }()

  func transport(
    maximumConnectionsPerHost: Int = 6, maximumBodyBytes: Int = 1 << 30
  ) -> any Transport {
    #if os(Linux)
      if self == .curl {
        var settings = CurlSettings()
        settings.maximumConnectionsPerHost = maximumConnectionsPerHost
        settings.maximumBodyBytes = maximumBodyBytes
        return CurlTransport(settings)
      }
    #endif
    return URLSessionTransport(
      maximumConnectionsPerHost: maximumConnectionsPerHost, maximumBodyBytes: maximumBodyBytes)
  }
}

/// A server and a transport that asks it.
struct WireFixture {
  let server: LoopbackServer
  var transport: any Transport

  init(_ wire: Wire) throws {
    server = try LoopbackServer()
    transport = wire.transport()
  }

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

  /// What is told of the exchange itself, without what was measured.
  var told: [TransportEvent] {
    values.filter { event in if case .report = event { false } else { true } }
  }

  var reports: [ExchangeReport] {
    values.compactMap { if case .report(let report) = $0 { report } else { nil } }
  }
}

/// Tells when it is released.
final class ReleaseProbe: Sendable {
  private let released: @Sendable () -> Void

  init(_ released: @escaping @Sendable () -> Void) { self.released = released }

  deinit { released() }
}
