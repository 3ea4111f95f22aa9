import Foundation
import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

private struct Document: Codable, Hashable, Sendable {
  var id: Int
}

private struct Profile: Hashable, Sendable {
  var user: User
  var documents: [Document]
}

extension Request where Value == [Document], Failure == RequestFailure {
  fileprivate static func documents(of id: Int) -> Self { .get("users/\(id)/documents") }
}

private struct Photo: UploadForm {
  typealias Value = String
  var title: String
  var file: String
  var path: RequestPath { "photos" }
  var content: RequestBody { .multipart([.text("title", title), .file("photo", at: file)]) }
}

private final class Shown: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func show(_ value: some Sendable) {
    lines.withLock { $0.append("\(value)") }
  }
}

/// README's block about requests, as it is written there, over a stub.
@Suite("The request block of README")
struct ReadmeTests {
  private let time = TestScheduler()
  private let stub: StubTransport
  private let shown = Shown()

  init() {
    stub = StubTransport(scheduler: time)
    stub.on(.get, "/v2/users/7").respond(json: #"{"id": 7, "name": "Ada"}"#, after: .seconds(1))
    stub.on(.get, "/v2/users/7/documents").respond(json: #"[{"id": 1}]"#, after: .seconds(1))
  }

  private var client: Client {
    Client(baseURL: "https://api.example.org/v2/", transport: stub, scheduler: time)
      .adding(.bearer("t"))
      .adding(.retry(.transientFailures, backoff: .exponential(base: .milliseconds(200))))
  }

  @Test("zips two fetches that run side by side")
  func zipped() {
    zip(client.send(.user(7)), client.send(.documents(of: 7)))
      .map(Profile.init)
      .observe { [shown] event in shown.show(event) }
    #expect(stub.requests.count == 2)
    #expect(stub.requests.allSatisfy { $0.fields["Authorization"] == "Bearer t" })
    time.advance(by: .seconds(1))
    #expect(shown.all.count == 2)
  }

  @Test("gives values to async code, typed failures to its catch")
  func asyncValues() async throws {
    let client = Client(
      baseURL: "https://api.example.org/v2/", transport: stub, scheduler: ImmediateScheduler())
    stub.on(.get, "/v2/users/7").respond(json: #"{"id": 7, "name": "Ada"}"#)
    let user = try await client.value(for: .user(7))
    let profile = try await client.send(.user(7)).firstValue()
    #expect(profile == user)
    do {
      _ = try await client.value(for: .documents(of: 8))
    } catch {
      let failure: RequestFailure = error
      #expect(!failure.isTransient)
    }
    for try await user in client.send(.user(7)).values { #expect(user.id == 7) }
  }

  @Test("takes a closure for success and one for failure, and either may be left out")
  func closures() {
    let (shown, client) = (shown, client)
    client.send(.user(7), success: { user in shown.show(user.name) })
    client.send(.user(8), failure: { failure in shown.show(failure) })
    client.send(
      .user(7), success: { user in shown.show(user.name) },
      failure: { failure in shown.show(failure.remedy) })
    time.advance(by: .seconds(1))
    #expect(shown.all.count { $0 == "Ada" } == 2)
    #expect(shown.all.count == 3)
  }

  @Test("tells of the progress of a form, then of its answer")
  func transfer() {
    stub.on(.post, "/v2/photos").respond(text: "kept")
    let (shown, client) = (shown, client)
    let path = NSTemporaryDirectory() + "readme-\(UUID()).jpg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3])))
    client.transfer(Photo(title: "Sea", file: path)).observe(value: { shown.show($0) })
    time.advance(by: .zero)
    #expect(shown.all.count >= 2)
    #expect(shown.all.last?.contains("kept") == true)
  }

  @Test("composes with a search box: a stale answer never shows")
  func search() {
    stub.on(.get, "/v2/search").respond(text: "slow", after: .seconds(2))
      .respond(text: "fast", after: .milliseconds(100))
    let typed = PassthroughSubject<String, RequestFailure>()
    let client = client
    let hits = time.record(
      typed.signal.debounce(for: .milliseconds(300), scheduler: time)
        .flatMapLatest { client.send(Request<String, RequestFailure>.get("search?q=\($0)")) })
    typed.send("a")
    time.advance(by: .milliseconds(400))
    typed.send("ab")
    time.advance(by: .seconds(3))
    #expect(hits.values == ["fast"])
    #expect(stub.requests.map(\.url.query) == ["q=a", "q=ab"])
  }
}
