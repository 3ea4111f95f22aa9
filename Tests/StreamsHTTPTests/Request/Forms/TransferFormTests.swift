import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

private struct Photo: UploadForm {
  typealias Value = String
  var content: RequestBody = .raw(.bytes([1, 2, 3]), contentType: "image/png")
  var title: String?
  var placing = ParameterPlacing.byMethod
  var path: RequestPath { "photos" }
  var parameters: some Encodable & Sendable { ["title": title] }
}

private struct BarePhoto: UploadForm {
  typealias Value = Void
  var placing: ParameterPlacing { .form }
  var path: RequestPath { "photos" }
  var content: RequestBody { .multipart([.text("title", "Sea")]) }
}

private struct CodedPhoto: UploadForm, CodedForm {
  typealias Value = String
  typealias Code = String
  var path: RequestPath { "photos" }
  var content: RequestBody { .raw(.bytes([1]), contentType: "image/png") }
  var valuePath: ValuePath? { "name" }
  var errorCodePath: ValuePath { "code" }
}

private struct Film: DownloadForm {
  var number = 7
  var destination: FileDestination
  var path: RequestPath { "films/\(number)" }
}

private struct Cut: DownloadForm {
  var destination: FileDestination
  var from: Int
  var path: RequestPath { "films/cut" }
  var parameters: some Encodable & Sendable { ["from": from] }
}

@Suite("Upload forms")
struct UploadFormTests {
  private let bench = Bench()

  @Test("post their content, tell of progress, and put parameters in the query")
  func upload() {
    bench.stub.on(.post, "/v2/photos").respond(text: "ok")
    let sent = bench.time.record(bench.client.transfer(Photo(title: "Sea")))
    #expect(sent.values.first == .uploaded(TransferProgress(completed: 3, total: 3)))
    #expect(sent.values.last == .value("ok"))
    let exchange = bench.stub.exchanges.first
    #expect(exchange?.body == [1, 2, 3])
    #expect(exchange?.request.fields["Content-Type"] == "image/png")
    #expect(exchange?.request.fields["Accept"] == "application/json")
    #expect(exchange?.request.url.query == "title=Sea")
  }

  @Test(
    "cannot put parameters in the body, which is their content",
    arguments: [
      ParameterPlacing.body, .form,
    ])
  func twoBodies(_ placing: ParameterPlacing) {
    let sent = bench.time.record(bench.client.send(Photo(title: "Sea", placing: placing)))
    guard case .invalidRequest(let failure) = sent.failure, case .body = failure.reason else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(bench.stub.requests.isEmpty)
  }

  @Test("without parameters send their content wherever those were to be")
  func noParameters() {
    bench.stub.on(.post, "/v2/photos").respond(204)
    #expect(bench.time.record(bench.client.send(BarePhoto())).values.count == 1)
    let type = bench.stub.requests.first?.fields["Content-Type"]
    #expect(type?.hasPrefix("multipart/form-data; boundary=") == true)
  }

  @Test("may fail with a code, too")
  func codes() {
    bench.stub.on(.post, "/v2/photos").respond(json: #"{"name":"a"}"#)
      .respond(json: #"{"code":"full"}"#)
    #expect(bench.time.record(bench.client.send(CodedPhoto())).values == ["a"])
    let refused = bench.time.record(bench.client.send(CodedPhoto()))
    guard case .code("full", _) = refused.failure else {
      Issue.record("\(refused.events)")
      return
    }
    #expect(bench.stub.exchanges.map(\.body) == [[1], [1]])
  }
}

@Suite("Download forms")
struct DownloadFormTests {
  private let bench = Bench()
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("get a file, accept any type, and tell of progress")
  func download() {
    bench.stub.on(.get, "/v2/films/7").respond(fields: ["Content-Length": "4"], text: "film")
    let form = Film(destination: .folder(folder.path))
    let sent = bench.time.record(bench.client.transfer(form))
    #expect(sent.values.last?.value == DownloadedFile(path: folder.path("7"), count: 4))
    #expect(folder.text("7") == "film")
    #expect(bench.stub.requests.map { $0.fields["Accept"] } == ["*/*"])
  }

  @Test("put parameters in the query")
  func parameters() {
    bench.stub.on(.get, "/v2/films/cut").respond(text: "film")
    let form = Cut(destination: .file(folder.path("a")), from: 3)
    #expect(bench.time.record(bench.client.send(form)).values.map(\.count) == [4])
    #expect(bench.stub.requests.map(\.url.query) == ["from=3"])
  }

  @Test("DEC-14: validate as every request does")
  func refused() {
    bench.stub.on(.get, "/v2/films/7").respond(404, text: "no")
    let sent = bench.time.record(
      bench.client.send(Film(destination: .folder(folder.path))))
    #expect(sent.failure?.response?.status == 404)
    #expect(folder.names == [])
  }
}
