import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct WaterfallPage: Page {
  let name = "waterfall"
  let sentence = "every exchange of this run: ░ waits for the answer, █ reads it"

  func run(on stage: Stage, _ expect: inout Expect) async throws(RequestFailure) {
    serve(on: stage.server)

    // Three that come in pieces, so that this page has something to draw on its own.
    let parts = zip((1...3).map { stage.client.send(.part($0)) })
    let book = try await parts.firstValue()?.joined(separator: "; ")

    let exchanges = await stage.log.ended(below: "/")
    for line in WaterfallChart(exchanges).lines { print(line) }

    expect("the book", book, equals: "1: in pieces; 2: in pieces; 3: in pieces")
    let isTold = exchanges.allSatisfy { $0.end == .cancelled || $0.status != nil }
    expect("every exchange was answered or cancelled", isTold, equals: true)
  }
}

extension Request where Value == String, Failure == RequestFailure {
  fileprivate static func part(_ number: Int) -> Self { .get("waterfall/parts/\(number)") }
}

// MARK: - The other side

extension WaterfallPage {
  private func serve(on server: LoopbackServer) {
    server.route(.get, "/waterfall/parts/*") { request in
      .chunked(["\(request.path.suffix(1)): ", "in ", "pieces"])
        .pausing(.milliseconds(80)).delayed(by: .milliseconds(100))
    }
  }
}
