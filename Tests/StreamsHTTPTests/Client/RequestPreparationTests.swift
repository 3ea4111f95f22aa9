import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A request that is prepared")
struct RequestPreparationTests {
  private typealias Ask = Request<Void, RequestFailure>

  @Test("and cannot be sent names the part that is wrong, and nothing is sent")
  func refusals() throws {
    let refusals: [(Ask, String)] = [
      (.get("users/\("..")"), "cannot fill a segment"),
      (.get("users/\("")"), "cannot fill a segment"),
      (.get("../admin"), "climbs above the base"),
      (.get("ftp://h/x"), "http:// or https://"),
      (.get("x").field("X-A", "a\r\nX-Injected: 1"), "\"X-A\""),
      (.get("x").field("bad name", "1"), "\"bad name\""),
      (.get("x").addingField("X", "\0"), "\"X\""),
      (.post("x").field("Transfer-Encoding", "chunked"), "Transfer-Encoding"),
      (.post("x", json: [1, 2]).field("Content-Length", "99"), "Content-Length"),
      (.post("x", json: ["ratio": Double.nan]), "\"ratio\", of type Double"),
      (.get("x").body(.bytes([1])), "GET has no body"),
    ]
    for (request, place) in refusals {
      let bench = Bench()
      bench.stub.on { _ in true }.respond()
      let sent = bench.send(request)
      guard case .invalidRequest(let failure) = sent.failure else {
        Issue.record("\(request) was not refused")
        continue
      }
      #expect(failure.description.contains(place), "\(failure)")
      #expect(bench.stub.requests.isEmpty)
    }
  }

  @Test("below a base that is no URL fails and names the base; a whole URL needs no base")
  func base() {
    let bench = Bench(baseURL: "api.example/v2")
    bench.stub.on { _ in true }.respond()
    let sent = bench.send(Ask.get("x"))
    #expect(sent.failure?.description.contains("base URL") == true)
    #expect(sent.failure?.description.contains("api.example/v2") == true)
    #expect(bench.stub.requests.isEmpty)
    #expect(bench.send(Ask.get("https://other.example/y").query("a", 1)).failure == nil)
    #expect(bench.stub.requests.map(\.url.string) == ["https://other.example/y?a=1"])
  }

  @Test("HDR-5: has the client's fields under its own, and does without those it sets to nil")
  func fields() throws {
    var bench = Bench()
    bench.client.fields = try HTTPFields([("Accept", "a"), ("X-One", "1"), ("X-Two", "2")])
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.get("x").field("accept", "b").field("x-one", nil).addingField("X-3", "3"))
    #expect(bench.stub.requests.map(\.fields.description) == ["accept: b\nX-Two: 2\nX-3: 3"])
  }

  @Test("HDR-4, HDR-13: has one Content-Type: its own, else the body's, else the client's")
  func contentType() throws {
    var bench = Bench()
    bench.client.fields = try HTTPFields([("Content-Type", "text/client")])
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.post("x", json: [1]))
    _ = bench.send(Ask.post("x", json: [1]).field("content-type", "text/own"))
    _ = bench.send(Ask.post("x").body(.bytes([1])))
    _ = bench.send(Ask.post("x"))
    #expect(
      bench.stub.requests.map { $0.fields.values(of: "Content-Type") } == [
        ["application/json"], ["text/own"], ["application/octet-stream"], ["text/client"],
      ])
  }

  @Test("HDR-4, HDR-13: has one Content-Type under decorators, by the body it has")
  func typesOfBodies() {
    var bench = Bench()
    bench.client = bench.client.adding(.headers(["CONTENT-TYPE": "text/client"]))
      .adding(.retry())
    bench.stub.on { _ in true }.respond()
    let requests: [(Ask, String)] = [
      (.post("x", json: [1]), "application/json"),
      (.post("x", form: ["a": 1]), "application/x-www-form-urlencoded"),
      (.post("x", multipart: MultipartForm { "B" }), "multipart/form-data; boundary=B"),
      (Ask.post("x").body(.bytes([])), "application/octet-stream"),
      (Ask.post("x").body(.once(length: nil, .empty())), "application/octet-stream"),
      (Ask.post("x").body(.bytes([1]), contentType: "a/b"), "a/b"),
      (Ask.post("x").body(.bytes([1])).field("content-type", "c/d"), "c/d"),
      (Ask.post("x", json: [1]).field("content-type", nil), "text/client"),
      (.post("x"), "text/client"),
    ]
    for (request, _) in requests { _ = bench.send(request) }
    #expect(
      bench.stub.requests.map { $0.fields.values(of: "Content-Type") } == requests.map { [$0.1] })
  }

  @Test("HDR-13: sends a file as what the end of its name says, unless told otherwise")
  func typesOfFiles() throws {
    let folder = try TemporaryFolder()
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    for name in ["a.png", "b.JSON", "c", "d.unknown", ".txt", "e.tar.gz"] {
      let file = try folder.file(name, [1])
      #expect(bench.send(Ask.put("x").body(.file(path: file))).failure == nil)
    }
    let file = try folder.file("f.png", [1])
    _ = bench.send(Ask.put("x").body(.file(path: file), contentType: "a/b"))
    #expect(
      bench.stub.requests.compactMap { $0.fields["Content-Type"] } == [
        "image/png", "application/json", "application/octet-stream", "application/octet-stream",
        "application/octet-stream", "application/gzip", "a/b",
      ])
  }

  @Test("sends a value as JSON with sorted keys, by the encoder given or the client's")
  func jsonBody() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.post("x", json: User(id: 7, name: "a/b")))
    #expect(
      bench.stub.exchanges.map { String(decoding: $0.body, as: UTF8.self) }
        == [#"{"id":7,"name":"a/b"}"#])
  }

  @Test(
    "has a body that is made when it is sent, once for all attempts, or fails as making it does")
  func madeBody() {
    struct Unmade: Error {}
    let count = Counter()
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.zero)))
    bench.stub.on { _ in true }.respond(503).respond(200)
    var request = Ask.put("x")
    request.details.body = .made { _ in (.bytes([UInt8(count.next())]), "a/b") }
    #expect(bench.send(request).failure == nil)
    #expect(bench.stub.exchanges.map(\.body) == [[1], [1]])
    #expect(bench.stub.requests.map { $0.fields["Content-Type"] } == ["a/b", "a/b"])
    request.details.body = .made { _ in throw Unmade() }
    #expect(bench.send(request).failure?.description.contains("cannot be encoded") == true)
    #expect(bench.stub.requests.count == 2)
  }

  @Test("HDR-10: leaves the length to the transport, when what the caller says fits")
  func length() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.post("x").body(.bytes([1, 2])).field("Content-Length", "2"))
    #expect(bench.stub.requests.map { $0.fields.contains("Content-Length") } == [false])
  }
}
