import Foundation
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
    guard case .bytes([1, 2]) = HTTPBody(foundation) else {
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
}
