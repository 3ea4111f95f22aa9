import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that multipart forms of other request layers have had.
@Suite("Multipart faults")
struct MultipartFaults {
  private typealias Ask = Request<Void, RequestFailure>
  private let time = TestScheduler()

  private func text(_ form: MultipartForm) throws -> String {
    let bytes = time.record(try form.content().body.pieces()).values.flatMap { $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("MPT-3: a file name is UTF-8 in one parameter, and filename* is never written")
  func filename() throws {
    for name in ["файл.txt", "名前", "e\u{301}", "%D1%84", "a*b"] {
      let text = try text([.bytes("f", [1], filename: name)])
      #expect(text.contains("; filename=\"\(name)\"\r\n"))
      #expect(text.components(separatedBy: "filename").count == 2)
    }
  }

  @Test("MPT-4: a part is as long as it says: cut when more comes, a failure when less does")
  func length() throws {
    let cancels = Counter()
    func part(_ count: Int, says length: Int, by step: Int) -> MultipartPart {
      let bytes = someBytes(count)
      let pieces = stride(from: 0, to: count, by: step).map { Array(bytes[$0...].prefix(step)) }
      return .stream("s", length: length) {
        Signal.sequence(pieces).handleEvents(onCancel: { cancels.next() })
      }
    }
    for step in [1, 7, 40, 41, 100] {
      let (body, _) = try MultipartForm([part(100, says: 40, by: step)]) { "B" }.content()
      let expected = try MultipartForm([.bytes("s", Array(someBytes(100).prefix(40)))]) { "B" }
        .content().body
      for _ in 1...2 {
        let read = time.record(body.pieces())
        #expect(read.failure == nil)
        #expect(read.values.flatMap { $0 } == time.record(expected.pieces()).values.first)
        #expect(body.knownLength == expected.knownLength)
      }
      let (short, _) = try MultipartForm([part(10, says: 40, by: step)]).content()
      let failure = try #require(time.record(short.pieces()).failure)
      #expect(failure.description.contains("\"s\"") && failure.description.contains("10 bytes"))
    }
    #expect(cancels.value > 0)
    let none = try MultipartForm([part(0, says: 1, by: 1)]).content().body
    #expect(time.record(none.pieces()).failure != nil)
    #expect(try text([part(9, says: 0, by: 9)]).contains("\r\n\r\n\r\n--"))
    #expect(try text([.stream("s", length: 0) { .never() }]).hasSuffix("--\r\n"))
  }

  @Test("MPT-5: a part that cannot be sent fails the request, named, and nothing is sent")
  func broken() throws {
    struct Unlucky: Encodable, Sendable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let folder = try TemporaryFolder()
    let real = try folder.file("real", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: folder.path("loop"))
    try folder.pipe("pipe")
    let parts: [MultipartPart] = [
      .file("p", at: folder.path("missing")), .file("p", at: folder.url.path),
      .file("p", at: ""),
      .file("p", at: "/"), .file("p", at: folder.path("loop")), .file("p", at: "\(real)\0.png"),
      .file("p", at: folder.path("pipe")), .file("p", at: "/dev/zero"),
      .file("p", at: "\(real)/below"), .value("p", Double.nan), .value("p", Unlucky()),
      .value("p", [Double.infinity], encoder: .form),
      .text("p", "x", contentType: "image/png\r\nX: 1"), .text("p", "x", contentType: ""),
      .text("p", "x", contentType: "image"), .text("p", "x", contentType: "a/b; c=\u{E9}"),
      .text("p", "x", contentType: "a/b/c"), .text("p", "x", contentType: "a/ b"),
      .stream("p", length: -1) { .never() }, .stream("p", length: .min) { .never() },
      .stream("p", length: .max) { .never() },
    ]
    for part in parts {
      let bench = Bench()
      bench.stub.on { _ in true }.respond()
      let form = MultipartForm([.text("first", "x"), part, .file("last", at: real)])
      let sent = bench.send(Ask.post("x", multipart: form))
      guard case .invalidRequest(let failure) = sent.failure, case .body = failure.reason else {
        Issue.record("\(part): \(sent.events)")
        continue
      }
      #expect(failure.description.contains("part \"p\": "), "\(failure)")
      #expect(failure.description.split(whereSeparator: \.isNewline).count == 1)
      #expect(bench.stub.requests.isEmpty)
    }
  }

  @Test("MPT-6: what has no file name is no file")
  func fields() throws {
    for part: MultipartPart in [.text("a", "1"), .bytes("a", [1]), .value("a", ["x"])] {
      let text = try text([part])
      #expect(text.contains("Content-Disposition: form-data; name=\"a\"\r\n"))
      #expect(!text.contains("filename"))
    }
  }

  @Test("MPT-8: a boundary that occurs in the data is drawn again, and at last refused")
  func boundary() throws {
    let count = Counter()
    let draws = MultipartForm([.text("a", "x--B1y"), .text("b", "\r\n--B2")]) {
      "B\(count.next())"
    }
    #expect(try draws.content().contentType == "multipart/form-data; boundary=B3")
    #expect(count.value == 3)
    let stubborn = MultipartForm([.text("a", "x\r\n--B--")]) { "B" }
    #expect(throws: MultipartFailure(.boundaryInData)) { try stubborn.content() }
    #expect(try text(MultipartForm { "B" }) == "--B--\r\n")
    #expect(try text(MultipartForm([.text("a", "x")]) { "B" }).hasSuffix("\r\n\r\nx\r\n--B--\r\n"))
    #expect(try text(MultipartForm([.text("a", "B")]) { "B" }).hasSuffix("B\r\n--B--\r\n"))
    for none in ["", " ", "a ", "é", "a\tb", "a\\b", String(repeating: "a", count: 71)] {
      #expect(throws: MultipartFailure(.boundary(none))) {
        try MultipartForm { none }.content()
      }
    }
  }

  @Test("RTY-7: every attempt has one boundary in its field and its body, every send its own")
  func retry() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.bin", someBytes(100_000))
    var bench = Bench()
    bench.client = bench.client.adding(.retry(backoff: .constant(.seconds(1))))
    bench.stub.on { _ in true }.respond(503).respond(503).respond(200).respond(503).respond(200)
    let form: MultipartForm = [.text("t", "x"), .file("f", at: file)]
    for _ in 1...2 {
      let sent = bench.send(Ask.post("x", multipart: form).idempotent())
      bench.time.advance(by: .seconds(5))
      #expect(sent.failure == nil)
    }
    let boundaries = try bench.stub.exchanges.map { exchange in
      let type = try #require(exchange.request.fields["Content-Type"])
      let boundary = String(type.trimmingPrefix("multipart/form-data; boundary="))
      #expect(exchange.body.starts(with: Array("--\(boundary)\r\n".utf8)))
      #expect(exchange.body.suffix(boundary.count + 6) == Array("--\(boundary)--\r\n".utf8)[...])
      return boundary
    }
    #expect(boundaries.count == 5)
    #expect(Set(boundaries[..<3]).count == 1 && Set(boundaries[3...]).count == 1)
    #expect(Set(boundaries).count == 2)
  }

  @Test("RTY-7: a Content-Type of the caller's that names another boundary is refused")
  func otherBoundary() {
    let form = MultipartForm([.text("a", "x")]) { "B" }
    let types: [(String?, isSent: Bool)] = [
      ("multipart/form-data", false), ("multipart/form-data; boundary=C", false),
      ("multipart/form-data; boundary=BC", false), (nil, false), ("text/plain", false),
      ("multipart/mixed; boundary=B", true), ("multipart/form-data;boundary=B ; x=y", true),
    ]
    for (type, isSent) in types {
      let bench = Bench()
      bench.stub.on { _ in true }.respond()
      let sent = bench.send(Ask.post("x", multipart: form).field("content-type", type))
      #expect((sent.failure == nil) == isSent, "\(type ?? "none")")
      #expect(bench.stub.requests.count == (isSent ? 1 : 0))
    }
  }
}
