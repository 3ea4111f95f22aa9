import Streams
import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

private struct Photo: UploadForm {
  typealias Value = String
  var file: String
  var path: RequestPath { "photos" }
  var content: RequestBody { .multipart([.text("title", "Sea"), .file("photo", at: file)]) }
  var parameters: some Encodable & Sendable { ["album": "a b"] }
}

private struct Film: DownloadForm {
  var destination: FileDestination
  var path: RequestPath { "films/7" }
}

private struct Note: CodedForm {
  typealias Value = String
  typealias Code = Int
  var placing: ParameterPlacing
  var method: HTTPMethod { placing == .query ? .get : .post }
  var path: RequestPath { "notes" }
  var parameters: some Encodable & Sendable { ["text": "a b&c"] }
  var valuePath: ValuePath? { "data.text" }
  var errorCodePath: ValuePath { "code" }
  var successCodes: [Int] { [0] }
}

@Suite("Forms over a real socket", .timeLimit(.minutes(10)))
struct FormWireTests {
  private let server: LoopbackServer
  private let client: Client
  private let folder: Folder

  init() throws {
    server = try LoopbackServer()
    client = Client(baseURL: server.url("/v2"))
    folder = try Folder()
  }

  @Test("send parts from a file, to the byte, with their length")
  func multipart() async throws {
    server.route(.post, "/v2/photos") { .text("\($0.body.count)") }
    try folder.write(String(repeating: "sea ", count: 20_000), to: "sea.txt")
    let form = Photo(file: folder.path("sea.txt"))
    var events: [TransferEvent<String>] = []
    for try await event in client.transfer(form).values { events.append(event) }
    let received = try #require(server.log.requests.first)
    #expect(events.last == .value("\(received.body.count)"))
    #expect(received.text.contains(String(repeating: "sea ", count: 20_000)))
    #expect(received.target == "/v2/photos?album=a%20b")
    #expect(received.values(of: "Content-Length") == ["\(received.body.count)"])
    #expect(received.values(of: "Accept") == ["application/json"])
    let uploads = events.compactMap { event -> TransferProgress? in
      if case .uploaded(let progress) = event { progress } else { nil }
    }
    let count = received.body.count
    #expect(uploads.last == TransferProgress(completed: count, total: count))
  }

  @Test("store a file, and leave it alone when the next one is refused")
  func download() async throws {
    server.route(.get, "/v2/films/7", answers: [.text("film"), .text("no", status: 404)])
    let form = Film(destination: .file(folder.path("film"), replacing: true))
    #expect(try await client.value(for: form).count == 4)
    do throws(RequestFailure) {
      _ = try await client.value(for: form)
      Issue.record("a 404 gave a value")
    } catch {
      #expect(error.response?.status == 404)
    }
    #expect(folder.text("film") == "film")
    #expect(server.log.requests.map { $0.values(of: "Accept") } == [["*/*"], ["*/*"]])
  }

  @Test("put parameters in the query or the body, read at a path, fail with a code")
  func placing() async throws {
    let answer = ServerAnswer.json(#"{"code":0,"data":{"text":"ok"}}"#)
    server.route("*", "/v2/notes", answers: [answer, answer, answer, .json(#"{"code":17}"#)])
    for placing in [ParameterPlacing.query, .form, .body] {
      #expect(try await client.value(for: Note(placing: placing)) == "ok")
    }
    let requests = server.log.requests
    #expect(requests.map(\.query) == ["text=a%20b%26c", nil, nil])
    #expect(requests.map(\.text) == ["", "text=a+b%26c", #"{"text":"a b&c"}"#])
    do throws(CodeFailure<Int>) {
      _ = try await client.value(for: Note(placing: .body))
      Issue.record("a code gave a value")
    } catch {
      guard case .code(17, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("run one closure, once, and leave every hook balanced", arguments: [200, 404])
  func closures(_ status: Int) async throws {
    server.route(.post, "/v2/notes") { _ in
      .json(#"{"data":{"text":"ok"}}"#, status: status)
    }
    let log = Lock<[String]>([])
    let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
    await withCheckedContinuation { continuation in
      client.send(
        Note(placing: .body), uploaded: { note("sent \($0.fraction ?? -1)") },
        success: { _ in
          note("success")
          continuation.resume()
        },
        failure: { _ in
          note("failure")
          continuation.resume()
        })
    }
    #expect(log.withLock { $0 } == ["sent 1.0", status == 200 ? "success" : "failure"])

    let (activity, warnings) = (Activity(), Counter())
    let hooked = client.send(Note(placing: .body)).trackActivity(activity)
      .onFailure { _ in warnings.next() }
    let result = await hooked.result()
    #expect((try? result?.get()) == (status == 200 ? "ok" : nil))
    // It counts until after the end was delivered, which may be a moment after the task goes on.
    #expect(await activity.counts.first { $0 == 0 }.firstValue() == 0)
    #expect(warnings.value == (status == 200 ? 0 : 1))
  }
}
