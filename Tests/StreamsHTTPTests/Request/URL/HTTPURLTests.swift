import Testing

@testable import StreamsHTTP

@Suite("A URL")
struct HTTPURLTests {
  @Test("joins a path and a query to its own", arguments: Vectors.rows("url-join"))
  func joining(_ row: Vector) {
    let actual: JSON
    do {
      let url = try HTTPURL(row.input["base"].text ?? "")
        .appending(path: row.input["path"].text ?? "", query: row.input["query"].pairs)
      actual = .object(["url": .text(url.string)])
    } catch {
      actual = .error
    }
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("is read into its parts and written back")
  func parts() throws {
    let url = try HTTPURL("HTTPS://me:pw@API.Example:8443/a%2Fb?q=1&r#top")
    #expect(url.scheme == "https")
    #expect(url.userInfo == "me:pw")
    #expect(url.host == "api.example")
    #expect(url.port == 8443)
    #expect(url.path == "/a%2Fb")
    #expect(url.query == "q=1&r")
    #expect(url.fragment == "top")
    #expect(url.string == "https://me:pw@api.example:8443/a%2Fb?q=1&r#top")
    #expect(url.target == "/a%2Fb?q=1&r")
    #expect(url.authority == "api.example:8443")
  }

  @Test(
    "names the part that is wrong",
    arguments: [
      ("h/api", InvalidURL.Reason.scheme), ("", .scheme), ("//h/x", .scheme), ("ftp://h", .scheme),
      ("http:h", .scheme), ("https://", .noHost), ("http:///x", .noHost), ("https://:80/", .noHost),
      ("https://h h/", .host), ("https://h\\x/", .host), ("https://[::1/", .host),
      ("https://[x]/", .host), ("https://a]b/", .host), ("https://café/", .host),
      ("https://h%2e/", .host), ("https://h:x/", .port), ("https://h:99999/", .port),
      ("https://h:-1/", .port), ("https://h:٣/", .port),
    ])
  func refusal(_ text: String, _ reason: InvalidURL.Reason) {
    let error = #expect(throws: InvalidURL.self) { try HTTPURL(text) }
    #expect(error?.reason == reason)
  }

  @Test("keeps IPv6 addresses in brackets, with a port or without")
  func addresses() throws {
    #expect(try HTTPURL("http://[::1]:8080/x").host == "[::1]")
    #expect(try HTTPURL("http://[::1]:8080/x").port == 8080)
    #expect(try HTTPURL("http://[FE80::1]").string == "http://[fe80::1]/")
    #expect(try HTTPURL("http://h:/x").port == nil)
  }

  @Test("has the origin of its scheme, host and effective port")
  func origins() throws {
    let url = try HTTPURL("https://h.example/a")
    #expect(try url.hasSameOrigin(as: HTTPURL("https://H.example:443/b")))
    #expect(try !url.hasSameOrigin(as: HTTPURL("http://h.example/a")))
    #expect(try !url.hasSameOrigin(as: HTTPURL("https://h.example:444/a")))
    #expect(try !url.hasSameOrigin(as: HTTPURL("https://g.h.example/a")))
  }

  @Test("never changes host, whatever path is put after it")
  func hostStays() throws {
    for base in ["https://h", "https://h/", "https://h/api", "https://h/api/"] {
      for path in ["//evil.example/x", "@evil.example", ":80/x", "\\\\evil.example", "/\\evil"] {
        #expect(try HTTPURL(base).appending(path: path).authority == "h", "\(base) \(path)")
      }
    }
  }

  @Test("shows neither user information nor values of its query")
  func redaction() throws {
    let url = try HTTPURL("https://me:hunter2@h/a?token=hunter2&hunter2#hunter2")
    #expect(url.description == "https://h/a?token=<redacted>&<redacted>")
    for text in [String(describing: url), String(reflecting: url), "\(["k": url])"] {
      #expect(!text.contains("hunter2"))
    }
    for text in ["me:hunter2@h", "x://me:hunter2@h?hunter2", "https://me:hunter2@h h/?q=hunter2"] {
      let error = #expect(throws: InvalidURL.self) { try HTTPURL(text) }
      #expect(error.map { !"\($0)".contains("hunter2") } == true, "\(text)")
    }
  }

  @Test(
    "has no dot segments: they are resolved, since a network stack would do it and ask another",
    arguments: [
      ("http://h/a/../b", "/b"), ("http://h/a/./b", "/a/b"), ("http://h/..", "/"),
      ("http://h/a/%2E%2e/b", "/b"), ("http://h/../../a/", "/a/"), ("http://h/a/..", "/"),
      ("http://h/a/b/.", "/a/b/"), ("http://h//a//..", "//a/"), ("http://h/...", "/..."),
      ("http://h/a?/../b", "/a?/../b"), ("http://h", "/"), ("http://h/a%2F../b", "/a%2F../b"),
    ])
  func dots(_ text: String, _ target: String) throws {
    #expect(try HTTPURL(text).target == target)
  }
}
