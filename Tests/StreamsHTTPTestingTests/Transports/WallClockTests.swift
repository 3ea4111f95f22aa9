import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

@Suite("The time of day in virtual time")
struct WallClockTests {
  private let time = TestScheduler()

  @Test("begins where it is told to and passes with the scheduler")
  func passes() {
    let clock = WallClock.virtual(time, startingAt: .seconds(1_000))
    #expect(clock.now() == .seconds(1_000))
    time.advance(by: .milliseconds(2_500))
    #expect(clock.now() == .milliseconds(1_002_500))
  }

  @Test("left to itself begins at a date that can be read in fields")
  func date() {
    let clock = WallClock.virtual(time)
    #expect(HTTPDate.format(clock.now().components.seconds) == "Sun, 06 Nov 1994 08:49:37 GMT")
    time.advance(by: .seconds(86_400))
    #expect(HTTPDate.format(clock.now().components.seconds) == "Mon, 07 Nov 1994 08:49:37 GMT")
  }

  @Test("traps nowhere at the ends of time")
  func ends() {
    time.advance(to: .distantFuture)
    #expect(WallClock.virtual(time, startingAt: .seconds(Int64.max)).now() > .zero)
    #expect(WallClock.virtual(time, startingAt: .seconds(Int64.min)).now() <= .seconds(1))
  }

  @Test("a Retry-After that names a date is waited for until just then")
  func retryAfter() throws {
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/x")
      .respond(503, fields: ["Retry-After": "Sun, 06 Nov 1994 08:51:37 GMT"], after: .seconds(20))
      .respond(200)
    var client = Client(
      baseURL: "https://h", transport: stub, scheduler: time, wallClock: .virtual(time)
    ).adding(.retry())
    client.timeout = nil
    let answer = time.record(client.send(Request<Void, RequestFailure>.get("x")))
    try time.run()
    #expect(answer.isFinished)
    #expect(stub.exchanges.map(\.started) == [.zero, Instant(offset: .seconds(120))])
    try time.verify()
  }
}
