import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct TokenPage: Page {
  let name = "token"
  let sentence = "one token, fetched once, for five requests that need it at the same time"

  func run(on stage: Stage, _ expect: inout Expect) async throws(RequestFailure) {
    serve(on: stage.server)
    let client = stage.client

    // Without `share` each of the five would fetch a token of its own: a signal is a description
    // of work, and each observation does the work. The shared one does it once for all who
    // observe it meanwhile.
    let token = client.send(.token).share()
    let notes = zip((1...5).map { id in token.flatMap { client.send(.note(id, with: $0)) } })

    let shown = try await notes.firstValue() ?? []
    let asked = stage.server.log
    let tokens = asked.requests(to: "/token").count
    print("  \(shown.joined(separator: ", "))")
    print("  the server gave \(tokens) token for \(shown.count) notes")

    expect("notes", shown, equals: ["note 1", "note 2", "note 3", "note 4", "note 5"])
    expect("fetches of a token", tokens, equals: 1)
    let sent = asked.requests.filter { $0.path.hasPrefix("/token/notes/") }
      .compactMap { $0.field("Authorization") }
    expect("tokens sent", sent, equals: Array(repeating: "Bearer t-1", count: 5))
  }
}

// MARK: - What is asked

private struct Token: Decodable, Sendable {
  var token: String
}

extension Request where Value == Token, Failure == RequestFailure {
  fileprivate static var token: Self { .post("token") }
}

extension Request where Value == String, Failure == RequestFailure {
  fileprivate static func note(_ id: Int, with token: Token) -> Self {
    .get("token/notes/\(id)").field("Authorization", "Bearer \(token.token)")
  }
}

// MARK: - The other side

extension TokenPage {
  private func serve(on server: LoopbackServer) {
    let tokens = (1...9).map { number in
      ServerAnswer.json(#"{"token": "t-\#(number)"}"#).delayed(by: .milliseconds(100))
    }
    server.route(.post, "/token", answers: tokens)
    server.route(.get, "/token/notes/*") { request in
      guard request.field("Authorization") == "Bearer t-1" else { return .status(401) }
      return .text("note \(request.path.suffix(1))").delayed(by: .milliseconds(60))
    }
  }
}
