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

    // A decorator is added to the client once; no request knows of it. Where the server does not
    // say how long, the waits grow and have chance in them.
    let client = stage.client.adding(.retry(.transientFailures))
    let report = try await client.value(for: .report)

    let attempts = await stage.log.ended(below: "/retry/")
    for (number, attempt) in attempts.enumerated() {
      print("  attempt \(number + 1) was answered \(attempt.status?.description ?? "by nobody")")
    }
    let arrivals = stage.server.log.requests(to: "/retry/report").map(\.arrival)
    let wait = (arrivals.last ?? .zero) - (arrivals.first ?? .zero)
    print("  Retry-After asked for 1 second, and \(wait.words) lie between them: \(report)")

    expect("the report", report, equals: "the report")
    expect("statuses", attempts.map(\.status), equals: [503, 200])
    expect("requests the server saw", arrivals.count, equals: 2)
    expect("the wait is at least a second", wait >= .seconds(1), equals: true)
  }
}

extension Request where Value == String, Failure == RequestFailure {
  fileprivate static var report: Self { .get("retry/report") }
}
