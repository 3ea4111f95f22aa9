import Testing

@testable import StreamsHTTP

@Suite("A path")
struct RequestPathTests {
  @Test("segment is encoded so that it stays one", arguments: Vectors.rows("path-segment"))
  func segments(_ row: Vector) throws {
    let data = row.input["segment"].text ?? ""
    let path: RequestPath = "a/\(data)/z"
    let actual: JSON
    if path.fault == nil {
      let segments = path.text.split(separator: "/", omittingEmptySubsequences: false)
      try #require(segments.count == 3)
      actual = .object(["encoded": .text(String(segments[1]))])
      let url = try HTTPURL("https://h").appending(path: path.text)
      #expect(url.path == "/" + path.text)
    } else {
      actual = .error
    }
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("takes literal parts as they are")
  func literals() {
    #expect(("a%2Fb;c/d:e?q=%20" as RequestPath).text == "a%2Fb;c/d:e?q=%20")
    #expect(RequestPath("x/../y").text == "x/../y")
  }

  @Test("takes numbers and text, each for one segment")
  func values() {
    let (name, number) = ("a/b", 7)
    #expect(("users/\(name)/notes/\(number)" as RequestPath).text == "users/a%2Fb/notes/7")
    #expect(("users/\("../admin")" as RequestPath).text == "users/..%2Fadmin")
  }

  @Test("keeps the first value that fills no segment, as a failure and not as a trap")
  func faults() {
    #expect(("users/\("")" as RequestPath).fault == InvalidURL(.segment, in: ""))
    #expect(("\("..")/\(".")" as RequestPath).fault == InvalidURL(.segment, in: ".."))
  }

  @Test("escapes values after a question mark as values of the query, which may be empty")
  func queries() {
    let path: RequestPath = "search?q=\("a&b=c d")&page=\(2)&none=\("")"
    #expect(path.text == "search?q=a%26b%3Dc%20d&page=2&none=")
    #expect(path.fault == nil)
    #expect("\(path)" == "search")
  }
}
