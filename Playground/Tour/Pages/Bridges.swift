import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct BridgesPage: Page {
  let name = "bridges"
  let sentence = "one request through callbacks, through async/await and through for await"

  func run(on stage: Stage, _ expect: inout Expect) async throws(RequestFailure) {
    stage.server.route(.get, "/bridges/Oslo") { _ in
      .text("7").delayed(by: .milliseconds(50))
    }
    let (client, request) = (stage.client, Request.weather(in: "Oslo"))

    // Callbacks. It is sent at once; exactly one of the two is called, once.
    let answers = ReplaySubject<String, Never>()
    client.send(
      request,
      success: { answers.send("callback: \($0)") },
      failure: { answers.send("callback: \($0)") })
    let told = await answers.signal.firstValue() ?? "nothing"
    print("  \(told)")
    expect("a callback", told, equals: "callback: 7 °C")

    // Async/await. The failure is typed, and the task's cancel is the request's.
    let value = try await client.value(for: request)
    print("  await: \(value)")
    expect("an async value", value, equals: "7 °C")

    // A loop. Three observations of one signal are three fetches, here one after another.
    var days: [String] = []
    let week = Signal<Int, RequestFailure>.sequence(1...3)
      .concatMap { day in client.send(request).map { "day \(day): \($0)" } }
    for try await day in week.values {
      print("  for await: \(day)")
      days.append(day)
    }
    expect("a loop", days, equals: ["day 1: 7 °C", "day 2: 7 °C", "day 3: 7 °C"])

    let asked = stage.server.log.requests(to: "/bridges/Oslo").count
    expect("fetches", asked, equals: 5)
  }
}

extension Request where Value == String, Failure == RequestFailure {
  /// A request may be mapped before it is sent: it stays the same question.
  fileprivate static func weather(in city: String) -> Self {
    get("bridges/\(city)").map { "\($0) °C" }
  }
}
