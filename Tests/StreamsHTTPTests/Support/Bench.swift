import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting

/// A client over a stub, both in virtual time.
struct Bench {
  let time = TestScheduler()
  let stub: StubTransport
  var client: Client

  init(baseURL: String = "https://api.example/v2", wallClock: WallClock = WallClock { .zero }) {
    stub = StubTransport(scheduler: time)
    client = Client(
      baseURL: baseURL, transport: stub, scheduler: time, wallClock: wallClock)
  }

  /// Sends at once and keeps what comes.
  func send<Value, Failure>(
    _ request: Request<Value, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Recording<Value, Failure> {
    time.record(client.send(request), fileID: fileID, line: line)
  }
}
