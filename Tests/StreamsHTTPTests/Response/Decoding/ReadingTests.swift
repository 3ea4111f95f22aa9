import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("An answer is read")
struct ReadingTests {
  @Test("as text by its charset, as bytes and data as they are, as nothing, as its head")
  func ownWays() {
    let bench = Bench()
    let latin1 = ["Content-Type": "text/plain; charset=\"ISO-8859-1\""] as KeyValuePairs
    bench.stub.on(.get, "/v2/utf8").respond(text: "caf\u{E9} \u{1F600}")
    bench.stub.on(.get, "/v2/latin1").respond(fields: latin1, bytes: [0x63, 0xE9])
    bench.stub.on(.get, "/v2/broken").respond(bytes: [0x61, 0xFF])
    bench.stub.on(.head, "/v2/x").respond(200, fields: ["ETag": "\"e\"", "Content-Length": "9"])
    #expect(
      bench.send(Request<String, RequestFailure>.get("utf8")).values == ["caf\u{E9} \u{1F600}"])
    #expect(bench.send(Request<String, RequestFailure>.get("latin1")).values == ["c\u{E9}"])
    #expect(bench.send(Request<String, RequestFailure>.get("broken")).values == ["a\u{FFFD}"])
    #expect(bench.send(Request<String?, RequestFailure>.get("broken")).values == ["a\u{FFFD}"])
    #expect(bench.send(Request<[UInt8], RequestFailure>.get("broken")).values == [[0x61, 0xFF]])
    #expect(bench.send(Request<Data, RequestFailure>.get("broken")).values == [Data([0x61, 0xFF])])
    #expect(bench.send(Request<Void, RequestFailure>.get("broken")).values.count == 1)
    #expect(
      bench.send(Request<HTTPResponse, RequestFailure>.head("x")).values.map { $0.fields["etag"] }
        == ["\"e\""])
  }

  @Test(
    "as text by its byte order mark, else by its charset; one that nobody knows is a failure",
    arguments: [
      ("", [0xEF, 0xBB, 0xBF, 0x61], "a"), ("", [0xFE, 0xFF, 0x20, 0xAC], "\u{20AC}"),
      ("iso-8859-1", [0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "\u{E9}"),
      ("UTF-16", [0xFF, 0xFE, 0x61, 0x00], "a"),
      ("utf-16le", [0x3D, 0xD8, 0x00, 0xDE], "\u{1F600}"),
      ("utf-16be", [0xD8, 0x3D, 0xDE, 0x00], "\u{1F600}"),
      ("utf-16be", [0x00, 0x61, 0x00], "a\u{FFFD}"),
      ("utf-16", [], ""), ("\"Windows-1252\"", [0x80, 0x61, 0xE9], "\u{20AC}a\u{E9}"),
      ("us-ascii; x=y", [0x61], "a"), ("UTF8", [0xC3, 0xA9], "\u{E9}"), ("shift_jis", [0x61], nil),
      ("utf-7", [0x61], nil),
    ] as [(String, [UInt8], String?)])
  func charset(_ charset: String, _ bytes: [UInt8], _ text: String?) {
    let bench = Bench()
    let type = charset.isEmpty ? "text/plain" : "text/plain; Charset=\(charset)"
    bench.stub.on(.get, "/v2/x").respond(200, pairs: [("Content-Type", type)], bytes: bytes)
    let sent = bench.send(Request<String, RequestFailure>.get("x"))
    #expect(sent.values == (text.map { [$0] } ?? []))
    guard text == nil else { return }
    guard case .decoding(let failure) = sent.failure, failure.reason == .unknownCharset(charset)
    else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(bench.send(Request<[UInt8], RequestFailure>.get("x")).values == [bytes])
  }

  @Test("as JSON with or without a byte order mark, and never so deep that it traps")
  func strangeJSON() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7")
      .respond(bytes: [0xEF, 0xBB, 0xBF] + Array(#"{"id":7,"name":"Ada"}"#.utf8))
    #expect(bench.send(.user(7)).values.map(\.name) == ["Ada"])
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    bench.stub.on(.get, "/v2/users/8").respond(json: deep)
    guard case .decoding = bench.send(.user(8)).failure else {
      Issue.record("no failure")
      return
    }
  }

  @Test("the same in code that knows the type only as decodable")
  func genericCode() {
    func get<Value: Decodable & Sendable>(_ path: RequestPath) -> Request<Value, RequestFailure> {
      .get(path)
    }
    let bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(text: "17")
    #expect(bench.send(get("x") as Request<String, RequestFailure>).values == ["17"])
    #expect(bench.send(get("x") as Request<[UInt8], RequestFailure>).values == [Array("17".utf8)])
    #expect(bench.send(get("x") as Request<Int, RequestFailure>).values == [17])
    #expect(bench.send(get("x") as Request<Int?, RequestFailure>).values == [17])
  }

  @Test("DEC-11: as an optional that is nil for no body and for null")
  func optional() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(204).respond(json: "null")
      .respond(json: #"{"id":7,"name":"Ada"}"#).respond(json: #"{"id":"x"}"#)
    let request = Request<User?, RequestFailure>.get("users/7")
    let sent = (0..<4).map { _ in bench.send(request) }
    #expect(sent.map(\.values) == [[nil], [nil], [User(id: 7, name: "Ada")], []])
    #expect(sent[3].failure != nil)
  }

  @Test("DEC-4, DEC-5: never as empty when its body broke off")
  func brokenBody() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/cut").respond(text: "ab", thenFail: .connectionLost)
    bench.stub.on(.get, "/v2/short").respond(fields: ["Content-Length": "9"], text: "ab")
    for path in ["cut", "short"] {
      let sent = bench.send(Request<User?, RequestFailure>.get("\(path)"))
      #expect(TimeoutTests.kind(sent.failure) == .connectionLost, "\(sent.events)")
    }
  }

  @Test("DEC-3: after its status, which no body hides; the failure keeps status, fields and body")
  func status() {
    let bench = Bench()
    for (status, body) in [(403, ""), (500, "<html>"), (401, #"{"code":1}"#)] {
      bench.stub.on(.get, "/v2/users/7")
        .respond(HTTPStatus(status), fields: ["X-Trace": "t"], text: body)
      guard case .status(let failure) = bench.send(.user(7)).failure else {
        Issue.record("\(status) was accepted")
        continue
      }
      #expect(failure.status.code == status)
      #expect(failure.response.fields["x-trace"] == "t")
      #expect(failure.body == Array(body.utf8))
      #expect(failure.request == bench.stub.requests.last)
      #expect(failure.attempts.map(\.outcome) == [.status(HTTPStatus(status))])
    }
  }

  @Test("by the validation of the request, else of the client")
  func validation() {
    var bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(404, text: "gone")
    let request = Request<String, RequestFailure>.get("x")
    #expect(bench.send(request.validate(.success(or: 404))).values == ["gone"])
    #expect(bench.send(request.validate(.statuses(200..<500))).values == ["gone"])
    bench.client.validation = .anyStatus
    #expect(bench.send(request).values == ["gone"])
    #expect(bench.send(request.validate(.success)).failure?.response?.status == 404)
  }

  @Test("with its error body as part of the failure, when that can be read")
  func failureBody() {
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7")
      .respond(404, json: #"{"title":"No such user"}"#).respond(404, text: "<html>")
      .respond(503, json: #"{"title":"Busy"}"#).respond(json: #"{"id":7,"name":"Ada"}"#)
    let request = Request<User, RequestFailure>.user(7)
      .failureBody(as: Problem.self, for: 400..<500).map(\.name)
    let sent = (0..<4).map { _ in bench.send(request) }
    guard case .problem(let problem, let refused) = sent[0].failure else {
      Issue.record("\(sent[0].events)")
      return
    }
    #expect(problem == Problem(title: "No such user"))
    #expect(refused.status == 404)
    for (index, status) in [(1, 404), (2, 503)] {
      guard case .request(.status(let failure)) = sent[index].failure else {
        Issue.record("\(sent[index].events)")
        continue
      }
      #expect(failure.status.code == status)
    }
    #expect(sent[3].values == ["Ada"])
  }

  @Test("through map, tryMap and mapError, with typed failures all the way")
  func transforming() {
    enum Refusal: Error, Equatable { case nobody, other }
    let bench = Bench()
    bench.stub.on(.get, "/v2/users/7").respond(json: #"{"id":7,"name":""}"#).respond(500)
    let request = Request<User, RequestFailure>.user(7)
      .mapError { _ in Refusal.other }
      .tryMap { user throws(Refusal) in
        guard !user.name.isEmpty else { throw .nobody }
        return user.name
      }
    #expect(bench.send(request).failure == .nobody)
    #expect(bench.send(request).failure == .other)
    bench.stub.on(.get, "/v2/users/7").respond(201, json: #"{"id":7,"name":"Ada"}"#)
    #expect(bench.send(request.withResponse()).values.map { $0.response.status } == [201])
  }

  @Test("by the decoder of the request, else of the client")
  func decoders() {
    struct Stamp: Decodable, Sendable { var at: Date }
    let seconds = JSONDecoder()
    seconds.dateDecodingStrategy = .secondsSince1970
    var bench = Bench()
    bench.stub.on(.get, "/v2/x").respond(json: #"{"at":7}"#)
    let request = Request<Stamp, RequestFailure>.get("x")
    let own = request.decoding(with: JSONBodyDecoder(seconds))
    #expect(bench.send(own).values.map(\.at.timeIntervalSince1970) == [7])
    #expect(bench.send(request).failure != nil)
    bench.client.decoder = JSONBodyDecoder(seconds)
    #expect(bench.send(request).values.count == 1)
  }
}
