import Streams
import StreamsHTTP
import StreamsHTTPTesting

/// What every page is given: a server, a client that asks it, and real time.
struct Stage: Sendable {
  /// The other side. Pages give it routes below their own name, and look into what it saw.
  let server: LoopbackServer
  /// The platform's transport, with every exchange noted.
  let client: Client
  /// Real time.
  let clock = DispatchScheduler(label: "tour")
  /// Every exchange of the run, for the waterfall.
  let log = ExchangeLog()

  init() throws(ServerFailure) {
    server = try LoopbackServer()
    var client = Client(baseURL: server.url(), scheduler: clock).adding(.noting(in: log))
    client.timeout = .seconds(10)
    self.client = client
  }
}
