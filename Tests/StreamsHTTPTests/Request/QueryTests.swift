import Testing

@testable import StreamsHTTP

@Suite("A query")
struct QueryTests {
  @Test(
    "of flat pairs is escaped by RFC 3986",
    arguments: Vectors.rows("query-encoding") { row in
      row.input["pairs"].list.allSatisfy { $0.list.last?.text != nil }
    })
  func pairs(_ row: Vector) throws {
    let query = try HTTPURL("https://h").appending(path: "", query: row.input["pairs"].pairs).query
    let actual = JSON.object(["rfc3986": .text(query ?? "")])
    #expect(row.acceptsColumn("rfc3986", actual), "wanted \(row.wanted), got \(actual)")
  }

  @Test("escapes every character of ASCII so that a decoder of forms gives it back")
  func roundTrip() throws {
    let text = String(decoding: 0x20...0x7E as ClosedRange<UInt8>, as: UTF8.self)
    let query = try HTTPURL("https://h").appending(path: "", query: [(text, text)]).query ?? ""
    let parts = query.split(separator: "=", omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    #expect(parts.allSatisfy { Self.formDecoded($0) == text })
  }

  private static func formDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
