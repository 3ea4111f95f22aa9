import StreamsHTTP
import Testing

@Suite("A method")
struct HTTPMethodTests {
  @Test("is any token, and nothing else")
  func tokens() throws {
    #expect(try HTTPMethod("PROPFIND").rawValue == "PROPFIND")
    #expect(try HTTPMethod("GET") == .get)
    for token in ["", " ", "GET ", "GET /x HTTP/1.1\r\n", "G\u{301}ET", "a:b"] {
      #expect(throws: InvalidMethod.self) { try HTTPMethod(token) }
    }
  }

  @Test("is compared with its case, so that get is neither GET nor idempotent")
  func letterCase() throws {
    #expect(try HTTPMethod("get") != .get)
    #expect(try !HTTPMethod("get").isIdempotent)
  }

  @Test("is safe or idempotent as RFC 9110 section 9.2 says")
  func properties() {
    let all: [HTTPMethod] = [
      .get, .head, .post, .put, .patch, .delete, .connect, .options, .trace,
    ]
    #expect(all.filter(\.isSafe) == [.get, .head, .options, .trace])
    #expect(all.filter(\.isIdempotent) == [.get, .head, .put, .delete, .options, .trace])
  }
}
