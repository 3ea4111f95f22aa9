import Foundation
import Testing

@testable import StreamsHTTP

@Suite("A query")
struct QueryTests {
  @Test(
    "of pairs is escaped by RFC 3986, and as a form, whatever the values are",
    arguments: Vectors.rows("query-encoding"))
  func pairs(_ row: Vector) throws {
    let input = try #require(Self.inputs[row.id])
    var encoder = QueryEncoder()
    switch input["array"].text {
    case "plain": encoder.arrays = .plain
    case "indexed": encoder.arrays = .indexed
    default: encoder.arrays = .brackets
    }
    encoder.booleans = input["bool"].text == "numeric" ? .numeric : .literal
    var query = RequestQuery()
    for pair in input["pairs"].list {
      query.append(pair.list.first?.text ?? "", pair.list.last ?? .null)
    }
    let items = try query.items(by: encoder)
    let url = try HTTPURL("https://h")
      .appending(path: "", query: items.map { ($0.name, $0.value) })
    let actual = JSON.object([
      "rfc3986": .text(url.query ?? ""), "form": .text(PercentEncoding.form(items)),
    ])
    for column in ["rfc3986", "form"] {
      #expect(row.acceptsColumn(column, actual), "wanted \(row.wanted), got \(actual)")
    }
  }

  @Test("escapes every character of ASCII so that a decoder of forms gives it back")
  func roundTrip() throws {
    let text = String(decoding: 0x20...0x7E as ClosedRange<UInt8>, as: UTF8.self)
    let query = try HTTPURL("https://h").appending(path: "", query: [(text, text)]).query ?? ""
    for escaped in [query, PercentEncoding.form([QueryItem(text, text)])] {
      let parts = escaped.split(separator: "=", omittingEmptySubsequences: false)
      #expect(parts.count == 2)
      #expect(parts.allSatisfy { FormText.decoded($0) == text })
    }
  }

  /// The inputs of the rows by their ids, in the order in which they are written.
  private static let inputs: [String: OrderedJSON] = {
    var inputs: [String: OrderedJSON] = [:]
    for (name, data) in Vectors.files("query-encoding") {
      let rows = OrderedJSON(data)
      if rows == nil { Issue.record("\(name) cannot be read") }
      for row in rows?.list ?? [] { inputs[row["id"].text ?? "?"] = row["input"] }
    }
    return inputs
  }()
}

/// What a server makes of a form, written apart from what makes one.
enum FormText {
  static func pairs(_ form: String) -> [[String]] {
    form.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
    }
  }

  static func decoded(_ text: Substring) -> String {
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
