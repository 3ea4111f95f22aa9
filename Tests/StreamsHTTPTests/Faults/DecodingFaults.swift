import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

/// Faults that decoding and encoding in other request layers have had.
@Suite("Decoding faults")
struct DecodingFaults {
  @Test(
    "DEC-2: an answer is empty by its method or by its status; either is enough",
    arguments: [
      (HTTPMethod.put, 204, "9"), (.head, 200, "9"), (.head, 404, "9"), (.get, 204, "0"),
      (.delete, 205, "0"), (.get, 304, "9"),
    ])
  func empty(_ method: HTTPMethod, _ status: Int, _ length: String) {
    let bench = Bench()
    bench.stub.on(method, "/v2/x").respond(
      HTTPStatus(status), pairs: [("Content-Length", length)])
    let details = RequestDetails(method: method, path: "x")
    func send<Value>(_ reading: Reading<Value, RequestFailure>) -> [Value] {
      bench.send(Request(details, reading: reading).validate(.anyStatus)).values
    }
    #expect(send(Reading<User?, RequestFailure>.decoded) == [nil])
    #expect(send(Reading<String, RequestFailure>.decoded) == [""])
    #expect(send(Reading<Void, RequestFailure>.nothing).count == 1)
    let value = bench.send(
      Request(details, reading: Reading<User, RequestFailure>.decoded).validate(.anyStatus))
    guard case .decoding(let failure) = value.failure, failure.reason == .empty else {
      Issue.record("\(value.events)")
      return
    }
  }

  private struct Unlucky: Encodable, Sendable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test("DEC-13: what cannot be encoded fails through the signal, and nothing is sent")
  func unencodable() {
    let values: [any Encodable & Sendable] = [
      Double.nan, [Double.infinity], ["a": -Double.infinity], Float.nan, Unlucky(), [Unlucky()],
      Date(timeIntervalSince1970: .nan), [Date(timeIntervalSince1970: .infinity)],
      Date(timeIntervalSince1970: 1e300), Decimal.nan, ["NaN": [Decimal.nan]],
    ]
    for value in values {
      let bench = Bench()
      bench.stub.on { _ in true }.respond()
      let sent = bench.send(Request<Void, RequestFailure>.post("x", json: value))
      guard case .invalidRequest(let failure) = sent.failure, case .body = failure.reason else {
        Issue.record("\(value): \(sent.events)")
        continue
      }
      #expect(!failure.description.contains("nan"))
      #expect(bench.stub.requests.isEmpty)
    }
  }

  @Test("DEC-13: what only looks so is encoded")
  func encodable() throws {
    let body = try JSONBodyEncoder().encode(["NaN": "\"NaN"])
    #expect(String(decoding: body, as: UTF8.self) == #"{"NaN":"\"NaN"}"#)
    let date = Date(timeIntervalSince1970: 1_700_000_000.9)
    #expect(try JSONBodyEncoder().encode(date) == Array(#""2023-11-14T22:13:20Z""#.utf8))
  }

  @Test("DEC-14: the status counts whatever is read")
  func status() {
    let bench = Bench()
    bench.stub.on { _ in true }.respond(404, text: "null")
    func isRefused<Value>(_ request: Request<Value, RequestFailure>) -> Bool {
      if case .status(let failure) = bench.send(request).failure {
        failure.status == 404
      } else {
        false
      }
    }
    #expect(isRefused(Request<User, RequestFailure>.get("x")))
    #expect(isRefused(Request<User?, RequestFailure>.get("x")))
    #expect(isRefused(Request<String, RequestFailure>.get("x")))
    #expect(isRefused(Request<[UInt8], RequestFailure>.get("x")))
    #expect(isRefused(Request<Void, RequestFailure>.get("x")))
    #expect(isRefused(Request<HTTPResponse, RequestFailure>.head("x")))
    #expect(
      isRefused(
        Request<Answer, RequestFailure>(
          RequestDetails(method: .get, path: "x"), reading: .answer)))
  }
}
