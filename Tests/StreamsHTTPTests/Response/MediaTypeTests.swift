import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A media type")
struct MediaTypeTests {
  @Test("is read as the row says", arguments: Vectors.rows("media-type") { $0.kind != "accepts" })
  func parsing(_ row: Vector) {
    let type = MediaType(row.input["value"].text ?? "")
    #expect(row.accepts(Self.json(type)), "wanted \(row.wanted), got \(Self.json(type))")
  }

  @Test(
    "is written so that it is read as the same",
    arguments: Vectors.rows("media-type") { $0.kind != "accepts" })
  func roundTrip(_ row: Vector) {
    guard let type = MediaType(row.input["value"].text ?? "") else { return }
    #expect(MediaType(type.description) == type)
  }

  @Test(
    "is accepted as the row says", arguments: Vectors.rows("media-type") { $0.kind == "accepts" })
  func accepting(_ row: Vector) {
    let ranges = row.input["accept"].list.compactMap(\.text).map { MediaRange($0) }
    let bench = Bench()
    bench.stub.on { _ in true }.respond(
      200, pairs: row.input["value"].text.map { [("Content-Type", $0)] } ?? [],
      bytes: row.input["body_empty"].bool == true ? [] : [65])
    let sent = bench.send(
      Request<[UInt8], RequestFailure>.get("x").validate(.success.contentType(ranges)))
    #expect(row.accepts(.bool(sent.failure == nil)), "wanted \(row.wanted), got \(sent.events)")
  }

  @Test("of an answer is what its lines agree on")
  func lines() throws {
    func type(_ values: String...) throws -> String? {
      let fields = try HTTPFields(values.map { ("Content-Type", $0) })
      let url = try HTTPURL("https://h/")
      return HTTPResponse(status: 200, fields: fields, url: url).mediaType?.description
    }
    #expect(try type() == nil)
    #expect(try type("text") == nil)
    #expect(try type("text/ html") == nil)
    #expect(try type("Text/HTML; Charset=\"a b\"") == "text/html;charset=\"a b\"")
    #expect(try type("text/html;a=1", "TEXT/html;a=2") == "text/html;a=1")
    #expect(try type("text/html", "text/plain") == nil)
    #expect(try type("text/html", "text") == nil)
  }

  private static func json(_ type: MediaType?) -> JSON {
    guard let type else { return .null }
    return .object([
      "type": .text(type.type), "subtype": .text(type.subtype),
      "params": .pairs(type.parameters.map { ($0.name, $0.value) }),
      "charset": type.charset.map { .text($0) } ?? .null,
    ])
  }
}
