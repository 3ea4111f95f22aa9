import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A code in an accepted answer")
struct CodeFailureTests {
  private let bench = Bench()

  private func answer(_ json: String, status: HTTPStatus = 200) -> Self {
    bench.stub.on { _ in true }.respond(status, json: json)
    return self
  }

  private func send<Value: Decodable & Sendable>(
    _ type: Value.Type, at path: ValuePath = "code", success: Int...
  ) -> Recording<Value, CodeFailure<Int>> {
    bench.send(
      Request<Value, RequestFailure>.get("x").value(atKeyPath: "data")
        .errorCode(Int.self, at: path, success: success))
  }

  @Test("is a typed failure that carries code, response and body")
  func typed() {
    let json = #"{"code":17,"data":null}"#
    let sent = answer(json).send(User.self)
    guard case .code(let code, let answer) = sent.failure else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(code == 17)
    #expect(answer.response.status == 200)
    #expect(answer.body == Array(json.utf8))
    #expect(answer.request.url.path == "/v2/x")
    #expect(answer.attempts.count == 1)
    #expect(
      sent.failure?.description == "GET https://api.example/v2/x was answered with the code 17")
  }

  @Test("goes before the value, whatever the value is, and also when there is none")
  func precedence() {
    for json in [
      #"{"code":17}"#, #"{"code":17,"data":{"id":7,"name":"Ada"}}"#, #"{"data":5,"code":17}"#,
    ] {
      let sent = answer(json).send(User.self)
      #expect(Self.code(sent.failure) == 17, "\(json): \(sent.events)")
    }
  }

  @Test(
    "is none where it is absent, null or one of success",
    arguments: [
      #"{"data":1}"#, #"{"code":null,"data":1}"#, #"{"code":0,"data":1}"#,
      #"{"code":200,"data":1}"#,
    ])
  func success(_ json: String) {
    #expect(answer(json).send(Int.self, success: 0, 200).values == [1])
  }

  @Test("is none where the way to it ends early: missing, null, or a list that is shorter")
  func absent() {
    for json in [
      #"{"data":1}"#, #"{"error":null,"data":1}"#, #"{"error":[],"data":1}"#,
      #"{"error":[null],"data":1}"#,
    ] {
      #expect(answer(json).send(Int.self, at: "error.0.code").values == [1], "\(json)")
    }
  }

  @Test("is none in a body that as a whole is a list or a single value: it has no such member")
  func otherRoots() {
    let request = Request<JSONValue, RequestFailure>.get("x")
    for json in ["[1]", "[]", "[{\"code\":17}]", "5", "true", "\"text\""] {
      bench.stub.on { _ in true }.respond(json: json)
      for path in ["code", "error.code"] as [ValuePath] {
        let sent = bench.send(request.errorCode(Int.self, at: path, success: 0))
        #expect(sent.values.count == 1, "\(json): \(sent.events)")
      }
    }
    bench.stub.on { _ in true }.respond(json: "[17]")
    #expect(Self.code(bench.send(request.errorCode(Int.self, at: "0")).failure) == 17)
    bench.stub.on { _ in true }.respond(json: "17")
    #expect(Self.code(bench.send(request.errorCode(Int.self, at: "")).failure) == 17)
  }

  @Test("counts when nothing is said about success: any code is a failure then")
  func noSuccess() {
    #expect(Self.code(answer(#"{"code":0,"data":1}"#).send(Int.self).failure) == 0)
  }

  @Test("that is no such code is a failure to decode, at the place of the code")
  func mismatch() {
    for (json, place, reason) in [
      (#"{"code":"17","data":1}"#, "code", .mismatch(expected: "Int")),
      (#"{"code":{},"data":1}"#, "code", .mismatch(expected: "Int")),
    ] as [(String, String, DecodingFailure.Reason)] {
      let failure = Self.decoding(answer(json).send(Int.self).failure)
      #expect(failure?.codingPath == place)
      #expect(failure?.reason == reason)
      #expect(failure?.valuePath == "code")
    }
    let crossed = answer(#"{"error":"no","data":1}"#).send(Int.self, at: "error.code").failure
    #expect(Self.decoding(crossed)?.reason == .notAContainer(component: "code"))
  }

  @Test("leaves failures of other kinds what they are")
  func others() {
    let bench = bench
    bench.stub.on(.get, "/v2/x").respond(500, json: #"{"code":17}"#).fail(.tls)
      .respond(json: #"{"code":0}"#).respond(json: "<html>").respond(204)
    let sent = (0..<5).map { _ in send(Int.self, success: 0).failure }
    guard case .request(.status(let refused)) = sent[0] else {
      Issue.record("\(sent)")
      return
    }
    #expect(refused.status == 500)
    #expect(TimeoutTests.kind(Self.request(sent[1])) == .tls)
    #expect(Self.decoding(sent[2])?.reason == .missing(key: "data"))
    #expect(Self.decoding(sent[3])?.reason == .malformed(offset: 0))
    #expect(Self.decoding(sent[4])?.reason == .empty)
  }

  @Test("is looked for in answers that are read as text, bytes or nothing; text holds none")
  func undecoded() {
    func codes(_ body: String) -> [Int?] {
      bench.stub.on { _ in true }.respond(text: body)
      func code<Value>(_ request: Request<Value, RequestFailure>) -> Int? {
        Self.code(bench.send(request.errorCode(Int.self, at: "code", success: 0)).failure)
      }
      return [
        code(Request<String, RequestFailure>.get("x")),
        code(Request<[UInt8], RequestFailure>.get("x")),
        code(Request<Data, RequestFailure>.get("x")),
        code(Request<Void, RequestFailure>.get("x")),
        code(Request<String?, RequestFailure>.get("x")),
        code(Request(RequestDetails(method: .get, path: "x"), reading: .head)),
      ]
    }
    #expect(codes(#"{"code":17}"#) == Array(repeating: 17, count: 6))
    #expect(codes(#"{"code":0}"#) == Array(repeating: nil, count: 6))
    #expect(codes("code 17") == Array(repeating: nil, count: 6))
    #expect(codes("") == Array(repeating: nil, count: 6))
    let text = Request<String, RequestFailure>.get("x").errorCode(Int.self, at: "code")
    bench.stub.on { _ in true }.respond(text: "plain")
    #expect(bench.send(text).values == ["plain"])
  }

  @Test("may be any type, its own words among them")
  func types() {
    enum Refusal: String, Decodable, Sendable { case locked, unknown }
    bench.stub.on { _ in true }.respond(json: #"{"e":{"kind":"locked"}}"#)
    let request = Request<Void, RequestFailure>.get("x").errorCode(Refusal.self, at: "e.kind")
    guard case .code(.locked, _) = bench.send(request).failure else {
      Issue.record("no code")
      return
    }
    bench.stub.on { _ in true }.respond(json: #"{"e":{"kind":"new"}}"#)
    #expect(
      Self.decoding(
        bench.send(
          request.mapError { failure -> CodeFailure<Int> in
            guard case .request(let failure) = failure else { return .request(.cancelled) }
            return .request(failure)
          }
        ).failure)?.reason == .unreadable)
  }

  @Test("keeps path, decoder and validation, and may be asked for before the path is given")
  func settings() {
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    bench.stub.on { _ in true }.respond(404, json: #"{"error_code":null,"the_data":7}"#)
      .respond(404, json: #"{"error_code":1,"the_data":7}"#)
    let request = Request<Int, RequestFailure>.get("x").validate(.success(or: 404))
      .decoding(with: JSONBodyDecoder(snake)).errorCode(Int.self, at: "error_code")
      .value(atKeyPath: "the_data")
    #expect(bench.send(request).values == [7])
    #expect(Self.code(bench.send(request).failure) == 1)
  }

  @Test("at a path that is none, or with a decoder that follows none, is a failure")
  func badPath() {
    bench.stub.on { _ in true }.respond(json: "{}")
    let request = Request<Void, RequestFailure>.get("x")
    guard
      case .request(.invalidRequest(let failure)) =
        bench.send(request.errorCode(Int.self, at: "a..b")).failure
    else {
      Issue.record("no failure")
      return
    }
    #expect(failure.reason == .valuePath("a..b"))
    #expect(bench.stub.requests.isEmpty)
    struct Whole: BodyDecoder {
      func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
      }
    }
    let whole = request.decoding(with: Whole()).errorCode(Int.self, at: "code")
    #expect(Self.decoding(bench.send(whole).failure)?.reason == .pathsUnsupported)
  }

  private static func code<Code>(_ failure: CodeFailure<Code>?) -> Code? {
    if case .code(let code, _) = failure { code } else { nil }
  }

  private static func request(_ failure: CodeFailure<Int>?) -> RequestFailure? {
    if case .request(let failure) = failure { failure } else { nil }
  }

  private static func decoding(_ failure: CodeFailure<Int>?) -> DecodingFailure? {
    if case .decoding(let failure) = request(failure) { failure } else { nil }
  }
}
