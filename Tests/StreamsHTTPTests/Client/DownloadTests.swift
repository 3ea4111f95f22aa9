import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Downloading")
struct DownloadTests {
  private let bench = Bench()
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func download(
    _ name: String = "a.txt", replacing: Bool = false
  ) -> Request<DownloadedFile, RequestFailure> {
    .download("x", to: .file(folder.path(name), replacing: replacing))
  }

  private func reason(_ failure: RequestFailure?) -> StoringFailure.Reason? {
    guard case .storing(let failure) = failure else { return nil }
    #expect(failure.request.url.path == "/v2/x")
    return failure.reason
  }

  @Test("stores the body under its name when all of it has come, and tells of progress")
  func stores() {
    bench.stub.on(.get, "/v2/x").respond(
      fields: ["Content-Length": "3"], pieces: ["ab", "c"], every: .seconds(1))
    let sent = bench.time.record(bench.client.transfer(download()))
    bench.time.advance(by: .seconds(1))
    #expect(folder.text("a.txt") == nil)
    bench.time.advance(by: .seconds(1))
    #expect(folder.text("a.txt") == "abc")
    #expect(folder.names == ["a.txt"])
    let file = DownloadedFile(path: folder.path("a.txt"), count: 3)
    #expect(sent.values.last == .value(file))
    #expect(
      sent.values.dropLast()
        == [0, 2, 3].map {
          .received(TransferProgress(completed: $0, total: 3))
        })
  }

  @Test("is there when what is made of it is made")
  func mapped() {
    bench.stub.on(.get, "/v2/x").respond(text: "abc")
    let read = download().map { FileManager.default.contents(atPath: $0.path)?.count }
    #expect(bench.send(read).values == [3])
  }

  @Test("DWN-1, DEC-14: a refused answer leaves what was there, and its body is in the failure")
  func refused() throws {
    try folder.write("old", to: "a.txt")
    bench.stub.on(.get, "/v2/x").respond(404, text: "no such film")
    let sent = bench.send(download(replacing: true))
    guard case .status(let failure) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(failure.body == Array("no such film".utf8))
    #expect(folder.text("a.txt") == "old")
    #expect(folder.names == ["a.txt"])
  }

  @Test("DWN-2: replaces what is there only where that was said; else nothing is sent")
  func replacing() throws {
    try folder.write("old", to: "a.txt")
    bench.stub.on(.get, "/v2/x").respond(text: "new")
    #expect(reason(bench.send(download()).failure) == .exists)
    #expect(bench.stub.requests.isEmpty)
    #expect(folder.text("a.txt") == "old")
    #expect(bench.send(download(replacing: true)).values.map(\.count) == [3])
    #expect(folder.text("a.txt") == "new")
  }

  @Test("DWN-2: a failure in the middle, and a cancel, leave what was there and nothing else")
  func middle() throws {
    try folder.write("old", to: "a.txt")
    bench.stub.on(.get, "/v2/x")
      .respond(fields: ["Content-Length": "9"], text: "abc", thenFail: .connectionLost)
      .respond(fields: ["Content-Length": "9"], text: "abc")
      .respond(pieces: ["abc", "def"], every: .seconds(1))
    for _ in 1...2 {
      guard case .transport(let failure) = bench.send(download(replacing: true)).failure else {
        Issue.record("a part of an answer was taken for the whole")
        return
      }
      #expect(failure.kind == .connectionLost)
      #expect(folder.names == ["a.txt"])
    }
    let sent = bench.send(download(replacing: true))
    bench.time.advance(by: .seconds(1))
    #expect(folder.names.count == 2)
    sent.cancel()
    #expect(folder.names == ["a.txt"])
    #expect(folder.text("a.txt") == "old")
  }

  @Test("a file that came to be meanwhile is not replaced")
  func meanwhile() throws {
    bench.stub.on(.get, "/v2/x").respond(pieces: ["abc"], every: .seconds(1))
    let sent = bench.send(download())
    try folder.write("other", to: "a.txt")
    bench.time.advance(by: .seconds(1))
    #expect(reason(sent.failure) == .exists)
    #expect(folder.text("a.txt") == "other")
    #expect(folder.names == ["a.txt"])
  }

  @Test("DWN-2: makes folders that are missing only where that was said")
  func folders() {
    bench.stub.on(.get, "/v2/x").respond(text: "abc")
    let path = folder.path("b/c/a.txt")
    #expect(reason(bench.send(.download("x", to: .file(path))).failure) == .noFolder)
    #expect(bench.stub.requests.isEmpty)
    #expect(folder.names == [])
    let made = FileDestination.file(path, makingFolders: true)
    #expect(bench.send(.download("x", to: made)).values.map(\.path) == [path])
    #expect(folder.text("b/c/a.txt") == "abc")
  }

  @Test("a folder in the place of the file, and a file in the place of the folder, are refused")
  func wrongKind() throws {
    try folder.write("x", to: "file")
    let own = FileDestination.file(folder.path, replacing: true)
    #expect(reason(bench.send(.download("x", to: own)).failure) == .isFolder)
    for making in [false, true] {
      let under = FileDestination.file(folder.path("file/a"), makingFolders: making)
      #expect(reason(bench.send(.download("x", to: under)).failure) == .noFolder)
    }
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("a path that is none, or that the system reads as another, is refused before it is sent")
  func paths() {
    let wrong: [(FileDestination, StoringFailure.Reason)] = [
      (.file("", replacing: true), .noFolder), (.folder(""), .noFolder),
      (.file(folder.path + "/a\0.txt"), .noFolder), (.folder(folder.path + "\0/b"), .noFolder),
      (.file(folder.path("b") + "/"), .isFolder), (.file(folder.path + "/.."), .isFolder),
    ]
    for (destination, expected) in wrong {
      #expect(reason(bench.send(.download("x", to: destination)).failure) == expected)
    }
    #expect(bench.stub.requests.isEmpty)
    #expect(folder.names == [])
  }

  @Test("DWN-7: in a folder it has the name the answer suggests, or one of ours")
  func names() throws {
    let bench = Bench(baseURL: "https://h")
    let (home, said) = ("/", "attachment; filename=\"../../sea.jpg\"")
    bench.stub.on(.get, home).respond(text: "1").respond(
      fields: ["Content-Disposition": said], text: "2")
    for name in ["download", "sea.jpg"] {
      let sent = bench.send(.download("/", to: .folder(folder.path)))
      #expect(sent.values.map(\.path) == [folder.path(name)])
    }
    #expect(folder.names == ["download", "sea.jpg"])
    let again = bench.send(.download("/", to: .folder(folder.path)))
    guard case .storing(let failure) = again.failure else {
      Issue.record("\(again.events)")
      return
    }
    #expect(failure.reason == .exists)
    #expect(failure.response?.status == 200)
  }

  @Test("an answer without content is no empty file, an empty body is", arguments: [204, 200])
  func empty(_ status: Int) {
    bench.stub.on(.get, "/v2/x").respond(HTTPStatus(status))
    let sent = bench.send(download())
    if status == 200 {
      #expect(sent.values.map(\.count) == [0])
      #expect(folder.text("a.txt") == "")
    } else {
      guard case .decoding(let failure) = sent.failure else {
        Issue.record("\(sent.events)")
        return
      }
      #expect(failure.reason == .empty)
      #expect(folder.names == [])
    }
  }

  @Test("DEC-10: a body of another media type is refused, and the file stays as it was")
  func mediaType() throws {
    try folder.write("old", to: "a.txt")
    bench.stub.on(.get, "/v2/x").respond(fields: ["Content-Type": "text/html"], text: "<p>")
      .respond(fields: ["Content-Type": "image/png"], text: "png")
    let request = download(replacing: true).validate(.contentType("image/*"))
    guard case .decoding(let failure) = bench.send(request).failure else {
      Issue.record("HTML was taken for an image")
      return
    }
    #expect(failure.reason == .mediaType(accepted: ["image/*"]))
    #expect(failure.body == Array("<p>".utf8))
    #expect(folder.text("a.txt") == "old")
    #expect(bench.send(request).values.map(\.count) == [3])
    #expect(folder.text("a.txt") == "png")
  }

  @Test("a second attempt begins its file anew")
  func attempts() {
    let client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on(.get, "/v2/x").respond(text: "half", thenFail: .connectionLost)
      .respond(text: "whole")
    let sent = bench.time.record(client.send(download()))
    bench.time.advance(by: .seconds(1))
    #expect(sent.values.map(\.count) == [5])
    #expect(folder.text("a.txt") == "whole")
    #expect(folder.names == ["a.txt"])
  }

  @Test("bytes past the length that was announced are not stored")
  func tooMany() {
    bench.stub.on(.get, "/v2/x").respond(
      fields: ["Content-Length": "3"], pieces: ["ab", "cd", "ef"], every: .seconds(1))
    let sent = bench.time.record(bench.client.transfer(download()))
    bench.time.advance(by: .seconds(3))
    #expect(folder.text("a.txt") == "abc")
    let fractions = sent.values.compactMap { event -> Double? in
      if case .received(let progress) = event { progress.fraction } else { nil }
    }
    #expect(fractions == [0, 2 / 3, 1])
  }

  @Test("keeps what the request was given: method, body, validation")
  func otherRequests() {
    bench.stub.on(.post, "/v2/x").respond(404, text: "kept")
    let request = Request<User, RequestFailure>.post("x", json: 1).validate(.statuses(404..<405))
      .stored(at: .file(folder.path("a.txt")))
    #expect(bench.send(request).values.map(\.count) == [4])
    #expect(bench.stub.exchanges.map(\.body) == [Array("1".utf8)])
    #expect(folder.text("a.txt") == "kept")
  }

  @Test("without the right to write fails, and leaves nothing")
  func noRight() throws {
    // Whoever may do anything is stopped by this file system only.
    let path = "/proc/self/streams.txt"
    guard FileManager.default.fileExists(atPath: "/proc/self") else { return }
    bench.stub.on(.get, "/v2/x").respond(text: "abc")
    let sent = bench.send(.download("x", to: .file(path)))
    #expect(reason(sent.failure) == .cannotWrite)
    #expect(sent.failure?.remedy == Remedy.none)
    #expect(bench.stub.exchanges.map(\.ending) == [.cancelled])
  }

  @Test("tells the request, the reason and the place, in one line")
  func description() throws {
    try folder.write("old", to: "a.txt")
    let sent = bench.send(download())
    #expect(
      sent.failure?.description
        == "GET https://api.example/v2/x: the answer cannot be stored: there is a file at "
        + "\"\(folder.path("a.txt"))\"")
    #expect(sent.failure?.isTransient == false)
    #expect(sent.failure?.remedy == .mendRequest)
    #expect(sent.failure?.localizedDescription == "There is a file of that name already.")
  }
}
