import Streams
import StreamsHTTP
import StreamsHTTPTesting

struct ProfilePage: Page {
  let name = "profile"
  let sentence = "a page made of three answers that are fetched side by side"

  func run(on stage: Stage, _ expect: inout Expect) async throws(RequestFailure) {
    serve(on: stage.server)
    let (client, begin) = (stage.client, stage.clock.now)

    // Nothing is asked before `profile` is observed; then all three are, at once.
    let profile = zip(
      client.send(.user(7)), client.send(.documents(of: 7)), client.send(.avatar(of: 7))
    )
    .map(Profile.init)

    let shown = try await profile.firstValue()?.description ?? "nothing"
    let together = begin.duration(to: stage.clock.now)
    print("  \(shown)")

    let exchanges = await stage.log.ended(below: "/profile/")
    let times = exchanges.map(\.time)
    let words = times.map { "\($0.milliseconds)" }.joined(separator: " + ")
    print("  together \(together.words); one after another \(words) = \(times.sum.words)")

    expect("the profile", shown, equals: "Ada, London, 3 documents, avatar 128×128")
    expect("fetches", exchanges.count, equals: 3)
    let lastStart = exchanges.map(\.started).max() ?? .distantFuture
    let isSideBySide = exchanges.allSatisfy { lastStart < $0.started.advanced(by: $0.time) }
    expect("all were under way at once", isSideBySide, equals: true)
  }
}

// MARK: - What is asked

private struct User: Decodable, Sendable {
  var name: String
  var city: String
}

private struct Document: Decodable, Sendable {
  var title: String
}

private struct Avatar: Decodable, Sendable {
  var width: Int
  var height: Int
}

private struct Profile: Sendable, CustomStringConvertible {
  var user: User
  var documents: [Document]
  var avatar: Avatar

  var description: String {
    "\(user.name), \(user.city), \(documents.count) documents, "
      + "avatar \(avatar.width)×\(avatar.height)"
  }
}

// Endpoints are members of the type they give, so that `client.send(.user(7))` reads as it is.

extension Request where Value == User, Failure == RequestFailure {
  fileprivate static func user(_ id: Int) -> Self { .get("profile/\(id)") }
}

extension Request where Value == [Document], Failure == RequestFailure {
  fileprivate static func documents(of id: Int) -> Self { .get("profile/\(id)/documents") }
}

extension Request where Value == Avatar, Failure == RequestFailure {
  fileprivate static func avatar(of id: Int) -> Self { .get("profile/\(id)/avatar") }
}

extension [Duration] {
  fileprivate var sum: Duration { reduce(.zero, +) }
}

// MARK: - The other side

extension ProfilePage {
  private func serve(on server: LoopbackServer) {
    server.route(.get, "/profile/7") { _ in
      .json(#"{"name": "Ada", "city": "London"}"#).delayed(by: .milliseconds(150))
    }
    server.route(.get, "/profile/7/documents") { _ in
      .json(#"[{"title": "Notes A"}, {"title": "Notes B"}, {"title": "Notes G"}]"#)
        .delayed(by: .milliseconds(200))
    }
    server.route(.get, "/profile/7/avatar") { _ in
      .json(#"{"width": 128, "height": 128}"#).delayed(by: .milliseconds(120))
    }
  }
}
