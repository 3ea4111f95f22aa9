import StreamsHTTP
import Testing

@Suite("A suggested file name")
struct SuggestedFilenameTests {
  private func name(_ disposition: String?, _ url: String = "http://h/") throws -> String {
    var response = HTTPResponse(status: 200, url: try HTTPURL(url))
    if let disposition { try response.fields.set("Content-Disposition", disposition) }
    return response.suggestedFilename
  }

  @Test(
    "is what Content-Disposition says (RFC 6266 section 5)",
    arguments: [
      ("Attachment; filename=example.html", "example.html"),
      ("INLINE; FILENAME= \"an example.html\"", "an example.html"),
      ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "€ rates"),
      ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"),
      ("attachment; filename*=iso-8859-1'en'%A3%20rates; filename=\"x\"", "£ rates"),
      ("attachment; filename*=koi8-r''%C0; filename=plain.txt", "plain.txt"),
      ("attachment; filename*=UTF-8''%FF; filename=plain.txt", "plain.txt"),
      ("attachment; filename=\"a;b=c.txt\"", "a;b=c.txt"),
      ("attachment; filename=\"a\\\"b.txt\"", "a\"b.txt"),
      ("attachment; filename=\"\u{C3}\u{A9}.txt\"", "é.txt"),
      ("attachment; filename=\"\u{E9}.txt\"", "é.txt"),
    ])
  func disposition(_ value: String, _ expected: String) throws {
    #expect(try name(value) == expected)
  }

  @Test(
    "is the name of a file, never a path or a hidden file",
    arguments: [
      ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("a/../b", "b"),
      (".bashrc", "bashrc"), ("..", "fallback"), ("", "fallback"), ("/", "fallback"),
      ("a/", "a"), ("  a b  ", "a b"),
    ])
  func safety(_ given: String, _ expected: String) throws {
    #expect(try name("attachment; filename=\"\(given)\"", "http://h/fallback") == expected)
    let escaped = given.utf8.map { "%" + String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    #expect(try name("x; filename*=UTF-8''\(escaped)", "http://h/fallback") == expected)
  }

  @Test("keeps no backslash, no control character, no mark that turns the text around")
  func characters() throws {
    #expect(try name("x; filename*=UTF-8''..%5C..%5Ca.txt") == "a.txt")
    #expect(try name("x; filename*=UTF-8''a%00b%0A.txt") == "ab.txt")
    #expect(try name("x; filename*=UTF-8''a%E2%80%AEtxt.exe") == "atxt.exe")
  }

  @Test(
    "is else the last segment of the URL, else ours",
    arguments: [
      ("http://h/", "download"), ("http://h/a/b.txt?c=d#e", "b.txt"), ("http://h/a/", "a"),
      ("http://h/a%20b%2Fc", "c"), ("http://h/%2E%2E", "download"), ("http://h/%", "%"),
    ])
  func fallback(_ url: String, _ expected: String) throws {
    #expect(try name(nil, url) == expected)
    #expect(try name("attachment", url) == expected)
  }

  @Test("is at most as long as file systems take, and keeps its extension")
  func length() throws {
    let long = String(repeating: "%C3%A9", count: 300)
    let name = try name("x; filename*=UTF-8''\(long).jpeg")
    #expect(name.utf8.count <= 255 && name.utf8.count > 250)
    #expect(name.hasSuffix("é.jpeg"))
  }

  @Test("is made of a name of any length in one pass")
  func veryLong() throws {
    let name = try name("x; filename=\"\(String(repeating: "a", count: 200_000)).txt\"")
    #expect(name == String(repeating: "a", count: 251) + ".txt")
  }

  @Test("is no extension alone where the name before it is one character that does not fit")
  func oneCharacter() throws {
    let marks = "e" + String(repeating: "%CC%81", count: 300)
    for end in ["", ".txt", ".", ".."] {
      #expect(try self.name("x; filename*=UTF-8''\(marks)\(end)", "http://h/b") == "b")
    }
  }
}
