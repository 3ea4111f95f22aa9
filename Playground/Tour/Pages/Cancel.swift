import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct CancelPage: Page {
  let name = "cancel"
  let sentence = "a request that is cancelled on its way: the server sees the connection close"

  func run(on stage: Stage, _ expect: inout Expect) async {
    stage.server.route(.get, "/cancel/*") { _ in .text("too late").delayed(by: .seconds(5)) }
    let (client, answers) = (stage.client, ReplaySubject<String, Never>())

    // A subscription is the observation seen from the side that can stop it.
    let subscription = client.send(
      .slow("subscription"),
      success: { answers.send("success: \($0)") }, failure: { answers.send("failure: \($0)") })
    expect("the server has it", await isAsked("subscription", stage), equals: true)
    subscription.cancel()
    expect("the server saw it go", await isClosed("subscription", stage), equals: true)

    // Async code is cancelled with its task.
    let task = Task { () async -> RequestFailure? in
      do throws(RequestFailure) {
        answers.send("value: \(try await client.value(for: .slow("task")))")
        return nil
      } catch {
        return error
      }
    }
    expect("the server has it", await isAsked("task", stage), equals: true)
    task.cancel()
    expect("the task's failure", await task.value, equals: .cancelled)
    expect("the server saw it go", await isClosed("task", stage), equals: true)

    answers.finish()
    let answer = await answers.signal.firstValue()
    expect("what was told after the cancel", answer, equals: nil)
  }

  private func isAsked(_ name: String, _ stage: Stage) async -> Bool {
    await stage.server.waitUntil { !$0.requests(to: "/cancel/\(name)").isEmpty }
  }

  /// Waits until the client has closed the connection that brought the request.
  private func isClosed(_ name: String, _ stage: Stage) async -> Bool {
    let begin = stage.clock.now
    let isClosed = await stage.server.waitUntil { $0.isClosedByClient("/cancel/\(name)") }
    let time = begin.duration(to: stage.clock.now)
    print("  \(name): its connection was closed within \(time.words) of the cancel")
    return isClosed
  }
}

extension Request where Value == String, Failure == RequestFailure {
  fileprivate static func slow(_ name: String) -> Self { .get("cancel/\(name)") }
}

extension ServerLog {
  fileprivate func isClosedByClient(_ path: String) -> Bool {
    requests(to: path).allSatisfy { connections[$0.connection - 1].end == .byClient }
  }
}
