import StreamsHTTP
import Testing

@Suite("A reference, resolved against a URL")
struct HTTPURLResolvingTests {
  @Test("gives what RFC 3986 section 5 says", arguments: Vectors.rows("url-resolve"))
  func table(_ row: Vector) throws {
    let base = try HTTPURL(row.input["base"].text ?? "")
    let actual: JSON
    do {
      actual = .object(["url": .text(try base.resolving(row.input["ref"].text ?? "").string)])
    } catch {
      actual = .error
    }
    #expect(row.accepts(actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test(
    "that stands for nothing to send to throws",
    arguments: [
      "g:h", "http:g", "javascript:1", "data:,x", "file:///etc/hostname", "mailto:a@b", "http://",
      "//", "///x", "http://[", "//h:99999/", "//h h/",
    ])
  func refused(_ reference: String) throws {
    let base = try HTTPURL("http://a/b")
    #expect(throws: InvalidURL.self) { try base.resolving(reference) }
  }

  @Test(
    "has a scheme only where one can stand",
    arguments: [
      ("a/b:c", "http://a/a/b:c"), ("./x:y", "http://a/x:y"), ("?x:y", "http://a/b?x:y"),
      (":x", "http://a/:x"), ("1a:b", "http://a/1a:b"), ("\\\\h\\x", "http://a/%5C%5Ch%5Cx"),
      ("..//x", "http://a//x"), ("/%2e%2e/x", "http://a/x"),
    ])
  func schemes(_ reference: String, _ url: String) throws {
    #expect(try HTTPURL("http://a/b").resolving(reference).string == url)
  }
}
