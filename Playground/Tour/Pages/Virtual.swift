import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting

struct VirtualPage: Page {
  let name = "virtual"
  let sentence = "a test of the search box: seconds of typing and of waiting, in no time"

  func run(on stage: Stage, _ expect: inout Expect) throws(StillAlive) {
    let begin = stage.clock.now

    // README: begin test
    let time = TestScheduler()
    let stub = StubTransport(scheduler: time)
    stub.on(.get, "/search/hits").respond(json: #"["Swift"]"#, after: .seconds(2))
    let client = Client(baseURL: "https://api.example.org", transport: stub, scheduler: time)
    let typed = PassthroughSubject<String, Never>()
    let shown = time.record(SearchBox.shown(for: typed.signal, from: client, on: time))

    for text in ["s", "sw", "swift"] { typed.send(text) }
    time.advance(by: .seconds(3))
    expect(stub.requests.map(\.url.target) == ["/search/hits?q=swift"])
    expect(shown.values == ["swift: Swift"])
    // README: end test

    // The answer came at its exact instant, and nothing is left behind.
    expect("instants", shown.events.map(\.at), equals: [.zero.advanced(by: .milliseconds(2150))])
    typed.finish()
    try time.verify()

    let took = begin.duration(to: stage.clock.now)
    print("  \(time.now) of virtual time passed in \(took.words)")
  }
}
