import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Faults that URLs of other request layers have had.
@Suite("URL faults")
struct URLFaults {
  private typealias Ask = Request<Void, RequestFailure>

  private static func asked(_ request: Ask, below base: String = "https://h/api/v4") -> [String] {
    let bench = Bench(baseURL: base)
    bench.stub.on { _ in true }.respond()
    _ = bench.send(request)
    return bench.stub.requests.map(\.url.string)
  }

  @Test("URL-1, URL-3, P19: what means something in a query is escaped when it is data")
  func marks() {
    #expect(
      Self.asked(Ask.get("x").query("q", "a+b c").query("r", ";&=#%/? "))
        == ["https://h/api/v4/x?q=a%2Bb%20c&r=%3B%26%3D%23%25%2F%3F%20"])
    #expect(Self.asked(Ask.get("x").query([:])) == ["https://h/api/v4/x"])
  }

  @Test("URL-4, P20: nothing is escaped twice")
  func twice() {
    #expect(
      Self.asked(Ask.get("x").query("p", "coolpassword//").query("q", "100%"))
        == ["https://h/api/v4/x?p=coolpassword%2F%2F&q=100%25"])
    #expect(Self.asked(.get("x?n=%20x&m=[%20")) == ["https://h/api/v4/x?n=%20x&m=%5B%20"])
    #expect(Self.asked(.get("x"), below: "https://h/a%2Fb?c=%20") == ["https://h/a%2Fb/x?c=%20"])
  }

  @Test(
    "URL-5, URL-6, P21: an id fills exactly one segment, whatever it holds",
    arguments: [
      "a/b", "a%2Fb", "../admin", "..%2fadmin", "a?b", "a#b", "\u{0}", "\r\nX: 1", "http://evil/",
      "\u{202E}", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "%00", ";x", "\\..\\", " ",
      String(repeating: "/", count: 10_000),
    ])
  func segments(_ id: String) throws {
    let asked = Self.asked(.get("users/\(id)/notes"))
    let url = try HTTPURL(try #require(asked.first))
    let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
    #expect(parts.count == 6)
    #expect(String(parts[4]).removingPercentEncoding == id)
    #expect(url.query == nil && url.fragment == nil && url.authority == "h")
  }

  @Test(
    "URL-7: a base keeps its path, however the slashes stand",
    arguments: ["https://h/api/v4", "https://h/api/v4/"])
  func base(_ base: String) {
    #expect(Self.asked(.get("/test"), below: base) == ["https://h/api/v4/test"])
    #expect(Self.asked(.get("test"), below: base) == ["https://h/api/v4/test"])
  }

  @Test("URL-8: a path begins with one slash and never names a host")
  func slashes() throws {
    #expect(try HTTPURL("https://h").target == "/")
    #expect(try HTTPURL("https://h?x").target == "/?x")
    let paths: [RequestPath] = ["", "user", "/user", "//evil.host/x", "///evil.host/x"]
    let asked = paths.flatMap { Self.asked(.get($0), below: "https://h") }
    #expect(
      asked == [
        "https://h/", "https://h/user", "https://h/user", "https://h/evil.host/x",
        "https://h/evil.host/x",
      ])
  }

  @Test("URL-11: a path that is written may carry a query, a segment may not")
  func query() {
    let segment = "search?q=text"
    #expect(Self.asked(.get("search?q=text")) == ["https://h/api/v4/search?q=text"])
    #expect(Self.asked(.get("\(segment)")) == ["https://h/api/v4/search%3Fq%3Dtext"])
  }

  @Test("URL-12, P22: a colon makes no scheme, and is not escaped where it is written")
  func colon() {
    #expect(Self.asked(.get("users:search")) == ["https://h/api/v4/users:search"])
    #expect(
      Self.asked(.get("javascript:alert(1)")) == ["https://h/api/v4/javascript:alert(1)"])
  }

  @Test("URL-15: a relative URL of Foundation's is taken with its base")
  func relative() throws {
    let base = try #require(URL(string: "https://h/v1/"))
    let url = try #require(URL(string: "x?y=1", relativeTo: base))
    #expect(try HTTPRequest(URLRequest(url: url)).url.string == "https://h/v1/x?y=1")
  }

  @Test("URL-16: a slash at the end is kept, and none is added")
  func slashAtTheEnd() {
    #expect(Self.asked(.get("folder/")) == ["https://h/api/v4/folder/"])
    #expect(Self.asked(.get("folder")) == ["https://h/api/v4/folder"])
  }
}
