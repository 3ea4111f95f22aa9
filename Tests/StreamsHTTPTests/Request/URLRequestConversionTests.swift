import Foundation
import Streams
import Testing

@testable import StreamsHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A request in Foundation's form")
struct URLRequestConversionTests {
  @Test("and back is the same request")
  func roundTrip() throws {
    let request = HTTPRequest(
      method: .patch, url: try HTTPURL("https://h.example:8443/a%2Fb?q=%20x&y"),
      fields: try HTTPFields([("Accept", "a/b"), ("X-Name", "caf\u{C3}\u{A9}")]))
    let foundation = try request.urlRequest(body: .bytes([1, 2]))
    #expect(foundation.url?.absoluteString == request.url.string)
    #expect(foundation.value(forHTTPHeaderField: "X-Name") == "caf\u{E9}")
    #expect(try HTTPRequest(foundation) == request)
    guard case .bytes([1, 2]) = try HTTPBody(foundation) else {
      Issue.record("the body is lost")
      return
    }
  }

  @Test("that cannot be sent is refused, with the part that is wrong")
  func refusal() throws {
    let file = URLRequest(url: URL(fileURLWithPath: "/etc/hostname"))
    #expect(throws: ConversionFailure.self) { try HTTPRequest(file) }
    let latin1 = HTTPRequest(
      url: try HTTPURL("https://h"), fields: try HTTPFields([("X", "\u{E9}")]))
    #expect(throws: ConversionFailure.field(InvalidField(name: "X", reason: .value))) {
      try latin1.urlRequest()
    }
  }

  @Test("that Foundation would change or lose a part of is refused: its method, its body")
  func losses() throws {
    let url = try HTTPURL("https://h/x")
    let lower = HTTPRequest(method: try HTTPMethod("get"), url: url)
    #expect(throws: ConversionFailure.method(InvalidMethod(token: "get"))) {
      try lower.urlRequest()
    }
    let bodies: [HTTPBody] = [
      .file(path: "/x"), .replayable(length: 1) { .just([1]) }, .once(length: 1, .just([1])),
    ]
    for body in bodies {
      #expect(throws: ConversionFailure.body) {
        try HTTPRequest(method: .post, url: url).urlRequest(body: body)
      }
    }
    var streamed = URLRequest(url: URL(fileURLWithPath: "/x"))
    streamed.httpBodyStream = InputStream(data: Data([1]))
    #expect(throws: ConversionFailure.body) { try HTTPBody(streamed) }
  }
}
