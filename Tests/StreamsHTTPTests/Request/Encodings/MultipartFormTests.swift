import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A multipart form")
struct MultipartFormTests {
  private typealias Ask = Request<Void, RequestFailure>
  private let time = TestScheduler()

  /// What goes out, with the boundary `B`.
  private func text(_ parts: MultipartPart...) throws -> String {
    let (body, type) = try MultipartForm(parts) { "B" }.content()
    #expect(type == "multipart/form-data; boundary=B")
    let read = time.record(body.pieces())
    #expect(read.failure == nil)
    let bytes = read.values.flatMap { $0 }
    if let length = body.knownLength { #expect(length == bytes.count) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("has texts, bytes and values, each with what is known of it")
  func kinds() throws {
    let text = try text(
      .text("t", "a\nb"), .text("h", "<p>", contentType: "text/html"),
      .bytes("b", [0x78], filename: "x.png", contentType: "image/png"), .bytes("c", []),
      .value("v", User(id: 7, name: "Ada")), .value("w", ["a": 1], encoder: .form, filename: "w"))
    #expect(
      text.replacing("\r\n", with: "⏎") == """
        --B⏎Content-Disposition: form-data; name="t"⏎⏎a\nb⏎\
        --B⏎Content-Disposition: form-data; name="h"⏎Content-Type: text/html⏎⏎<p>⏎\
        --B⏎Content-Disposition: form-data; name="b"; filename="x.png"⏎\
        Content-Type: image/png⏎⏎x⏎\
        --B⏎Content-Disposition: form-data; name="c"⏎⏎⏎\
        --B⏎Content-Disposition: form-data; name="v"⏎Content-Type: application/json⏎⏎\
        {"id":7,"name":"Ada"}⏎\
        --B⏎Content-Disposition: form-data; name="w"; filename="w"⏎\
        Content-Type: application/x-www-form-urlencoded⏎⏎a=1⏎--B--⏎
        """)
  }

  @Test("has files under their own names and types, or those that are given")
  func files() throws {
    let folder = try TemporaryFolder()
    let photo = try folder.file("Photo 1.JPG", Array("jpg".utf8))
    let other = try folder.file(".hidden", [])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.txt"), withDestinationPath: photo)
    let text = try text(
      .file("a", at: photo), .file("b", at: other),
      .file("c", at: photo, filename: "c.pdf"), .file("d", at: photo, contentType: "a/b"),
      .file("e", at: folder.path("link.txt")), MultipartPart("f", .file(path: photo)))
    let heads = text.split(separator: "\r\n").filter { $0.hasPrefix("Content") }
    #expect(
      heads.map { $0.replacing("Content-Disposition: form-data; ", with: "") } == [
        "name=\"a\"; filename=\"Photo 1.JPG\"", "Content-Type: image/jpeg",
        "name=\"b\"; filename=\".hidden\"", "Content-Type: application/octet-stream",
        "name=\"c\"; filename=\"c.pdf\"", "Content-Type: application/pdf",
        "name=\"d\"; filename=\"Photo 1.JPG\"", "Content-Type: a/b",
        "name=\"e\"; filename=\"link.txt\"", "Content-Type: text/plain",
        "name=\"f\"",
      ])
    #expect(text.split(separator: "\r\n").filter { $0 == "jpg" }.count == 5)
  }

  @Test("is at hand when its parts are, else made anew, or once only when a part is")
  func replay() throws {
    let stream = MultipartPart.stream("s", length: 2) { .sequence([[1], [2]]) }
    let once = MultipartPart("o", .once(length: 1, .just([3])))
    let unknown = MultipartPart.stream("u", length: nil) { .sequence([[4], [5, 6]]) }
    func content(_ parts: MultipartPart...) throws -> HTTPBody {
      try MultipartForm(parts) { "B" }.content().body
    }
    guard case .bytes = try content(.text("t", "x")), case .bytes = try content() else {
      Issue.record("what is at hand is not sent from memory")
      return
    }
    let replayable = try content(stream, .text("t", "x"))
    #expect(replayable.isReplayable)
    #expect(
      time.record(replayable.pieces()).values == time.record(replayable.pieces()).values)
    #expect(!(try content(stream, once)).isReplayable)
    #expect(try content(stream, unknown).knownLength == nil)
    #expect(try text(unknown).contains("\u{4}\u{5}\u{6}\r\n--B--"))
  }

  @Test("starts a part when the one before is over, and nothing before it is observed")
  func cold() throws {
    let started = Lock<[String]>([])
    let subject = PassthroughSubject<[UInt8], BodyFailure>()
    func part(_ name: String, _ signal: Signal<[UInt8], BodyFailure>) -> MultipartPart {
      .stream(name, length: nil) {
        started.withLock { $0.append(name) }
        return signal
      }
    }
    let form = MultipartForm([part("a", subject.signal), part("b", .never())])
    let body = try form.content().body
    #expect(started.withLock { $0 } == [])
    let read = time.record(body.pieces())
    #expect(started.withLock { $0 } == ["a"])
    subject.finish()
    #expect(started.withLock { $0 } == ["a", "b"])
    #expect(read.failure == nil)
    read.cancel()
  }

  @Test("stops a part that takes its time when it is cancelled, and starts no further one")
  func cancel() throws {
    let cancelled = Counter()
    let form = MultipartForm([
      .stream("a", length: 4) { [time] in
        .sequence([[1, 2], [3, 4]]).delay(for: .seconds(1), scheduler: time)
      },
      .stream("b", length: 4) { [time] in
        Signal<Int, Never>.timer(every: .seconds(1), scheduler: time).map { _ in [5] }
          .setFailureType(to: BodyFailure.self)
          .handleEvents(onCancel: { cancelled.next() })
      },
      .stream("c", length: 1) {
        Issue.record("a part was started after a cancel")
        return .empty()
      },
    ]) { "B" }
    let read = time.record(try form.content().body.pieces())
    time.advance(by: .seconds(3))
    #expect(read.values.filter { $0.count < 5 && $0 != [13, 10] } == [[1, 2], [3, 4], [5], [5]])
    read.cancel()
    #expect(cancelled.value == 1)
    time.advance(by: .seconds(10))
    #expect(read.failure == nil)
    try time.verify()
  }

  @Test("of 10,000 parts that come from elsewhere is flat on the stack")
  func manyParts() throws {
    let parts = (0..<10_000).map { index in
      MultipartPart.stream("p\(index)", length: 1) { .just([1]) }
    }
    let body = try MultipartForm(parts).content().body
    let read = time.record(body.pieces())
    #expect(read.values.reduce(0) { $0 + $1.count } == body.knownLength)
  }

  @Test("a file is named by what follows the last slash, whatever stands behind that")
  func fileNames() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("\u{301}a.txt", [1])
    let sent = Array(try text(.file("f", at: path)).utf8)
    #expect(sent.holds(Array("filename=\"\u{301}a.txt\"".utf8)))
  }

  @Test("draws a random boundary of letters and digits for every send")
  func randomBoundary() throws {
    let form: MultipartForm = [.text("a", "1")]
    let types = Set(try (0..<50).map { _ in try form.content().contentType })
    #expect(types.count == 50)
    for type in types {
      let boundary = type.trimmingPrefix("multipart/form-data; boundary=")
      #expect(boundary.count == 32)
      #expect(boundary.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
  }

  @Test("is posted, put or patched, with its type beating the client's")
  func sends() throws {
    var bench = Bench()
    bench.client.fields = try HTTPFields([("content-type", "text/client")])
    bench.stub.on { _ in true }.respond(json: #"{"id":7,"name":"A"}"#)
    let form = MultipartForm([.text("t", "x")]) { "B" }
    for request: Ask in [
      .post("x", multipart: form), .put("x", multipart: form), .patch("x", multipart: form),
    ] {
      #expect(bench.send(request).failure == nil)
    }
    for request: Request<User, RequestFailure> in [
      .post("x", multipart: form), .put("x", multipart: form),
      .patch("x", multipart: [.text("t", "x")]),
    ] {
      #expect(bench.send(request).values.map(\.id) == [7])
    }
    let requests = bench.stub.requests
    #expect(requests.map(\.method) == [.post, .put, .patch, .post, .put, .patch])
    #expect(
      requests.prefix(5).allSatisfy {
        $0.fields.values(of: "Content-Type") == ["multipart/form-data; boundary=B"]
      })
  }

  @Test("shows names and kinds, and no content, in descriptions and dumps")
  func secrets() throws {
    let form: MultipartForm = [
      .text("password", "hunter2"), .bytes("b", Array("hunter2".utf8)),
      .value("v", ["hunter2"]), .file("f", at: "hunter2"),
    ]
    let request = Ask.post("x", multipart: form)
    var text = "\(form) \(String(reflecting: form)) \(request.details.body)"
    dump(form, to: &text)
    dump(request, to: &text)
    #expect(!text.contains("hunter2"))
    #expect(text.contains("\"password\": 7 bytes"))
  }
}
