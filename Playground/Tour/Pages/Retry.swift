import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct RetryPage: Page {
  let name = "retry"
  let sentence = "a server that is busy, says for how long, and is asked again then"

  func run(on stage: Stage, _ expect: inout Expect) async throws(RequestFailure) {
    stage.server.route(
      .get, "/retry/report",
      answers: [.text("busy", status: 503).field("Retry-After", "1"), .text("the report")])

    // A decorator is added to the client once; no request knows of it. Where the server says
    // nothing, the waits are exponential, with chance in them.
    let client = stage.client.adding(.retry(.transientFailures))
    let report = try await client.value(for: .report)

    let arrivals = stage.server.log.requests(to: "/retry/report").map(\.arrival)
    let wait = (arrivals.last ?? .zero) - (arrivals.first ?? .zero)
    print("  503 with Retry-After: 1, a wait of \(wait.words), then \"\(report)\"")

    let statuses = await stage.log.ended(below: "/retry/").map(\.status)
    expect("the report", report, equals: "the report")
    expect("requests the server saw", arrivals.count, equals: 2)
    expect("statuses", statuses, equals: [503, 200])
    expect("a wait of a second and not much more", wait >= .seconds(1), equals: true)
  }
}

extension Request where Value == String, Failure == RequestFailure {
  fileprivate static var report: Self { .get("retry/report") }
}
