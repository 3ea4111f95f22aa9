import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct WaterfallPage: Page {
  let name = "waterfall"
  let sentence = "every exchange of this run: ░ waits for the answer, █ reads it"

  func run(on stage: Stage, _ expect: inout Expect) async throws(RequestFailure) {
    serve(on: stage.server)

    // One that comes in pieces, for the run of this page alone to have something to draw.
    let book = try await stage.client.value(for: .book)
    expect("the book", book, equals: "chapter 1, chapter 2, chapter 3")

    let exchanges = await stage.log.ended(below: "/")
    for line in WaterfallChart(exchanges).lines { print(line) }
    expect("every exchange has ended", exchanges.allSatisfy { $0.end != nil }, equals: true)
  }
}

extension Request where Value == String, Failure == RequestFailure {
  fileprivate static var book: Self { .get("waterfall/book") }
}

// MARK: - The other side

extension WaterfallPage {
  private func serve(on server: LoopbackServer) {
    server.route(.get, "/waterfall/book") { _ in
      .chunked(["chapter 1, ", "chapter 2, ", "chapter 3"])
        .pausing(.milliseconds(80)).delayed(by: .milliseconds(100))
    }
  }
}
