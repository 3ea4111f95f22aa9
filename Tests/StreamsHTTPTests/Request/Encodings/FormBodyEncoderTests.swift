import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A form")
struct FormBodyEncoderTests {
  private typealias Ask = Request<Void, RequestFailure>

  private struct Login: Encodable, Sendable {
    var user = "u"
    var password = "abc&123"
    var id = "0001"
    var keep = true
    var tags = ["a b", "c=d"]
  }

  @Test("is posted, put or patched with its type, by the client's query encoder")
  func sends() {
    var bench = Bench()
    bench.client.queryEncoder = QueryEncoder(arrays: .plain, booleans: .numeric)
    bench.stub.on { _ in true }.respond(json: #"{"id":7,"name":"A"}"#)
    for request: Ask in [
      .post("x", form: Login()), .put("x", form: Login()), .patch("x", form: Login()),
    ] {
      #expect(bench.send(request).failure == nil)
    }
    for request: Request<User, RequestFailure> in [
      .post("x", form: Login()), .put("x", form: Login()), .patch("x", form: Login()),
    ] {
      #expect(bench.send(request).values.map(\.id) == [7])
    }
    let form = "user=u&password=abc%26123&id=0001&keep=1&tags=a+b&tags=c%3Dd"
    let exchanges = bench.stub.exchanges
    #expect(
      exchanges.map { String(decoding: $0.body, as: UTF8.self) }
        == Array(repeating: form, count: 6))
    #expect(exchanges.map(\.request.method) == [.post, .put, .patch, .post, .put, .patch])
    #expect(
      exchanges.allSatisfy {
        $0.request.fields.values(of: "Content-Type") == ["application/x-www-form-urlencoded"]
      })
  }

  @Test("URL-2: keeps pairs apart, whatever names and values hold")
  func marks() throws {
    let fields = ["user": "u", "pass&word=": "abc&123=;+%", "id": "0001", "": ""]
    let form = String(decoding: try FormBodyEncoder().encode(fields), as: UTF8.self)
    #expect(
      FormText.pairs(form)
        == [["", ""], ["id", "0001"], ["pass&word=", "abc&123=;+%"], ["user", "u"]])
    #expect(form.contains("%26") && form.contains("%3D") && form.contains("%3B"))
    let untouched = "*-._09AZaz"
    #expect(try FormBodyEncoder().encode([untouched: "~"]) == Array("\(untouched)=%7E".utf8))
  }

  @Test("can be the body encoder of a client or of a request, with habits of its own")
  func encoder() {
    var bench = Bench()
    bench.client.encoder = .form(QueryEncoder(arrays: .indexed))
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Ask.post("x", json: ["a": [1, 2]]))
    var request = Ask.post("x")
    request.details.body = .form(["a": [1]], encoder: QueryEncoder(arrays: .plain))
    _ = bench.send(request)
    request.details.body = .value(["a": [1]], encoder: .form)
    _ = bench.send(request)
    request.details.body = .form([String: Int]())
    _ = bench.send(request)
    #expect(
      bench.stub.exchanges.map { String(decoding: $0.body, as: UTF8.self) }
        == ["a%5B0%5D=1&a%5B1%5D=2", "a=1", "a%5B%5D=1", ""])
  }

  @Test("DEC-13: that cannot be written fails the request, and nothing is sent")
  func unwritable() {
    let forms: [any Encodable & Sendable] = [["ratio": Double.nan], 7, ["a"], "text"]
    for form in forms {
      let bench = Bench()
      bench.stub.on { _ in true }.respond()
      let sent = bench.send(Ask.post("x", form: form))
      guard case .invalidRequest(let failure) = sent.failure, case .body = failure.reason else {
        Issue.record("\(form): \(sent.events)")
        continue
      }
      #expect(failure.description.contains("cannot be encoded"))
      #expect(bench.stub.requests.isEmpty)
    }
  }
}
