import Foundation
import Testing

@testable import StreamsHTTP

@Suite("The grammar of JSON")
struct JSONSyntaxTests {
  @Test(
    "takes what RFC 8259 takes",
    arguments: [
      "0", "-0", "10", "-1.5e+10", "1E2", "0.0", #""""#, #""a\"\\\/\b\f\n\r\t\u00e9\uD834\uDD1E""#,
      "true", "false", "null", "[]", "{}", " [ 1 , 2 ] ", "[[],{}]", "\t{\n\"a\"\r:1}\n",
      #"{"a":{"b":[null,{"c":"]}"}]}}"#, "\u{FEFF}[1]", #"{"a":1,"a":2}"#, "\"\u{7F}\u{2028}\"",
      #""\uDEAD""#,
    ])
  func valid(_ text: String) {
    #expect(throws: Never.self) { try JSONSyntax.check(Array(text.utf8)) }
  }

  @Test(
    "refuses the rest, and says where",
    arguments: [
      ("", 0), ("  ", 2), ("[1,]", 3), (#"{"a":1,}"#, 7), ("[,1]", 1), ("[1 2]", 3), ("[1", 2),
      ("{", 1), ("]", 0), ("[}", 1), ("{]", 1), ("[1]]", 3), ("1 2", 2), ("{a:1}", 1),
      (#"{"a"}"#, 4), (#"{"a" 1}"#, 5), (#"{"a":}"#, 5), (#"{1:1}"#, 1), ("01", 2), ("-", 1),
      ("-01", 3), ("+1", 0), (".5", 0), ("1.", 2), ("1.e5", 2), ("1e", 2), ("1e+", 3), ("0x1", 1),
      ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("nul", 0), ("nulls", 4), ("True", 0),
      ("'a'", 0), ("\"a", 2), ("\"\u{1}\"", 1), ("\"\n\"", 1), (#""\x""#, 2), (#""\u12g4""#, 2),
      (#""\u12"#, 2), ("\"\\", 2), ("// x\n1", 0), ("<html>", 0), ("[1;2]", 2), ("\u{A0}1", 0),
    ])
  func invalid(_ text: String, _ offset: Int) {
    #expect {
      try JSONSyntax.check(Array(text.utf8))
    } throws: { error in
      (error as? MalformedBody)?.offset == offset
    }
  }

  @Test("refuses bytes that are no UTF-8, and leaves UTF-16 to the decoder")
  func encodings() {
    #expect(throws: MalformedBody.self) {
      try JSONSyntax.check([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")])
    }
    let wide = Array("[1]".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(throws: Never.self) { try JSONSyntax.check(wide) }
    #expect(throws: Never.self) { try JSONSyntax.check([0xFF, 0xFE] + wide) }
    #expect((try? JSONBodyDecoder().decode([Int].self, from: wide)) == [1])
  }

  @Test("takes all that the encoder writes, and no beginning of it")
  func beginnings() throws {
    struct Page: Encodable {
      var items: [String: [Double?]]
      var users: [User]
    }
    let page = Page(
      items: ["a\"\\\n": [1, -0.5e-7, nil], "": []], users: [User(id: -1, name: "\u{1F600}")])
    let bytes = [UInt8](try JSONEncoder().encode(page))
    #expect(throws: Never.self) { try JSONSyntax.check(bytes) }
    for count in bytes.indices {
      #expect(throws: MalformedBody.self) { try JSONSyntax.check(Array(bytes[..<count])) }
    }
  }

  @Test("is no deeper than its input: a million brackets take no stack")
  func depth() {
    let count = 1_000_000
    let deep = [UInt8](repeating: 0x5B, count: count) + [UInt8](repeating: 0x5D, count: count)
    #expect(throws: Never.self) { try JSONSyntax.check(deep) }
  }

  @Test("counts for JSON5 and for objects without braces only where the decoder was not told so")
  func lenientDecoders() throws {
    let five = JSONDecoder()
    five.allowsJSON5 = true
    #expect(try JSONBodyDecoder(five).decode([Int].self, from: Array("[1,/**/]".utf8)) == [1])
    let open = JSONDecoder()
    open.assumesTopLevelDictionary = true
    #expect(
      try JSONBodyDecoder(open).decode([String: Int].self, from: Array(#""a":1"#.utf8)) == ["a": 1])
  }
}
