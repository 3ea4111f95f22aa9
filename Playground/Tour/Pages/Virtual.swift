import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting

struct VirtualPage: Page {
  let name = "virtual"
  let sentence = "tests of what waits: seconds of typing and of slow answers, in no time"

  func run(on stage: Stage, _ expect: inout Expect) async throws {
    let begin = stage.clock.now
    let passed = try [debounced(&expect), searched(&expect)]
    let took = begin.duration(to: stage.clock.now)
    print("  \(passed.map(\.description).joined(separator: " and ")) passed in \(took.words)")
  }

  /// A stub answers in the time of the test, which passes when the test says so.
  private func debounced(_ expect: inout Expect) throws(StillAlive) -> Instant {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/search/hits").respond(json: #"["Swift"]"#, after: .seconds(2))
    let client = Client(baseURL: "https://example.org", transport: stub, scheduler: time)
    let typed = PassthroughSubject<String, RequestFailure>()
    let hits = typed.signal.debounce(for: .seconds(1), scheduler: time)
      .flatMapLatest { client.send(.hits(for: $0)) }
    let shown = time.record(hits)

    for text in ["s", "sw", "swift"] { typed.send(text) }
    time.advance(by: .seconds(3))
    expect(stub.requests.map(\.url.target) == ["/search/hits?q=swift"])
    expect(shown.values == [["Swift"]])

    // A test may also ask that nothing is left behind: no observation, no timer.
    typed.finish()
    try time.verify()
    return time.now
  }

  /// The page of the search box once more, with its typing and its slow server. Virtual instants
  /// are exact: the last key at 470 ms, 150 of rest, 60 for the answer.
  private func searched(_ expect: inout Expect) throws(StillAlive) -> Instant {
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/search/hits").respond(json: #"["Swift"]"#, after: .milliseconds(60))
    stub.on(.get, "/search/hits?q=swi").respond(json: #"["Swiss"]"#, after: .milliseconds(700))
    let client = Client(baseURL: "https://example.org", transport: stub, scheduler: time)
    let typed = SearchPage.typed(on: time)
    let shown = time.record(SearchBox.shown(for: typed, from: client, on: time))

    time.advance(by: .seconds(2))
    let events: [RecordedEvent<String, Never>] = [
      RecordedEvent(at: Instant(offset: .milliseconds(680)), .value("swift: Swift")),
      RecordedEvent(at: Instant(offset: .milliseconds(1110)), .finished),
    ]
    expect("what was shown, and when", shown.events, equals: events)
    expect("how it ended", stub.exchanges.map(\.ending), equals: [.cancelled, .finished])
    try time.verify()
    return time.now
  }
}
