import Foundation
import Streams
import StreamsHTTP
import StreamsHTTPTesting
import StreamsTesting
import Testing

@Suite("Identifier")
struct IdentifierTests {
  private struct Book: Codable, Hashable, Sendable, Identifiable {
    let id: Identifier<Book, Int>
    var author: Identifier<User, String>
    var editor: Identifier<User, String>?
  }

  @Test("codes as its bare value")
  func coding() throws {
    let text = #"{"author":"ada","id":0}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let book = try JSONDecoder().decode(Book.self, from: Data(text.utf8))
    #expect(book == Book(id: 0, author: "ada"))
    #expect(String(decoding: try encoder.encode(book), as: UTF8.self) == text)
    let bare = try JSONDecoder().decode([Identifier<Book, Int>].self, from: Data("[3,1]".utf8))
    #expect(bare == [3, 1])
    #expect(String(decoding: try encoder.encode(bare), as: UTF8.self) == "[3,1]")
  }

  @Test("of the wrong kind, or null, is refused as the bare value would be")
  func wrongKinds() {
    for text in [
      #"{"author":"a","id":"0"}"#, #"{"author":"a","id":null}"#, #"{"author":1,"id":1}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Book.self, from: Data(text.utf8))
      }
    }
  }

  @Test("is a key of a dictionary, as the bare value would be")
  func keys() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let numbered: [Identifier<Book, Int>: String] = [7: "b", 0: "a"]
    let named: [Identifier<User, String>: Int] = ["a/b": 1, "": 2]
    let texts = try (encoder.encode(numbered), encoder.encode(named))
    #expect(String(decoding: texts.0, as: UTF8.self) == #"{"0":"a","7":"b"}"#)
    #expect(
      try JSONDecoder().decode([Identifier<Book, Int>: String].self, from: texts.0) == numbered)
    #expect(try JSONDecoder().decode([Identifier<User, String>: Int].self, from: texts.1) == named)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Identifier<Book, Int>: String].self, from: texts.1)
    }
  }

  @Test("prints as its value")
  func printing() {
    let (number, name) = (Identifier<Book, Int>(0), Identifier<Book, String>(rawValue: "a"))
    #expect("\(number)" == "0")
    #expect("\(name)" == "a")
    #expect("\([number])" == "[0]")
    #expect("\([name])" == #"["a"]"#)
  }

  @Test("compares as its value, and only with ids of its model")
  func comparing() {
    let ids: [Identifier<Book, Int>] = [10, 9, 11]
    #expect(ids.sorted() == [9, 10, 11])
    #expect(Set(ids + ids).count == 3)
    #expect(Identifier<Book, Character>("é") == "é")
    #expect(Identifier<Book, Unicode.Scalar>("x").rawValue == "x")
  }

  @Test(
    "fills exactly one segment of a path",
    arguments: [
      ("../admin", "/v2/books/..%2Fadmin"), ("a/b", "/v2/books/a%2Fb"), ("é", "/v2/books/%C3%A9"),
      ("?q=1#f", "/v2/books/%3Fq%3D1%23f"), ("a b%2F", "/v2/books/a%20b%252F"),
      ("...", "/v2/books/..."),
    ])
  func segments(_ raw: String, _ path: String) {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    _ = bench.send(Request<Void, RequestFailure>.get("books/\(Identifier<Book, String>(raw))"))
    #expect(bench.stub.requests.map(\.url.target) == [path])
  }

  @Test("that can fill no segment is refused, and nothing is sent", arguments: ["", ".", ".."])
  func refused(_ raw: String) {
    let bench = Bench()
    bench.stub.on { _ in true }.respond()
    let sent = bench.send(
      Request<Void, RequestFailure>.get("books/\(Identifier<Book, String>(raw))"))
    guard case .invalidRequest(let failure) = sent.failure, case .path = failure.reason else {
      Issue.record("\(sent.events)")
      return
    }
    #expect(bench.stub.requests.isEmpty)
  }
}
