import Streams
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("Multipart vectors")
struct MultipartVectorsTests {
  @Test("are found")
  func table() {
    #expect(!Vectors.rows("multipart").isEmpty)
  }

  @Test("give the bytes, the length and the type", arguments: Vectors.rows("multipart"))
  func fromMemory(_ row: Vector) {
    let parts = row.input["parts"].list.map { Self.part($0) { .bytes($0) } }
    Self.check(row, Self.form(row, parts))
  }

  @Test(
    "give the same when the parts are streams of a known length",
    arguments: Vectors.rows("multipart") { row in
      // What a stream will bring is not known when its boundary is chosen.
      row.accepts(.error) == false || row.kind != "boundary"
    })
  func streamed(_ row: Vector) {
    let parts = row.input["parts"].list.map { part in
      Self.part(part) { bytes in
        let pieces = stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0...].prefix(3)) }
        return .replayable(length: bytes.count) { .sequence(pieces) }
      }
    }
    Self.check(row, Self.form(row, parts))
  }

  private static func form(_ row: Vector, _ parts: [MultipartPart]) -> MultipartForm {
    let boundary = row.input["boundary"].text ?? ""
    return MultipartForm(parts) { boundary }
  }

  private static func part(_ part: JSON, _ body: ([UInt8]) -> HTTPBody) -> MultipartPart {
    MultipartPart(
      part["name"].text ?? "", body(part["value"].bytes), filename: part["filename"].text,
      contentType: part["type"].text)
  }

  private static func check(_ row: Vector, _ form: MultipartForm) {
    do throws(MultipartFailure) {
      let (body, contentType) = try form.content()
      let read = TestScheduler().record(body.pieces())
      let bytes = read.values.flatMap { $0 }
      #expect(read.failure == nil)
      #expect(body.knownLength == bytes.count)
      let texts: [JSON] = [
        .text(String(decoding: bytes, as: UTF8.self)), .object(["hex": .text(bytes.hex)]),
      ]
      let actual = texts.map { body in
        JSON.object([
          "body": body, "content_length": .integer(bytes.count),
          "content_type": .text(contentType),
        ])
      }
      #expect(actual.contains { row.accepts($0) }, "wanted \(row.wanted), got \(actual)")
    } catch {
      #expect(row.accepts(.error), "wanted \(row.wanted), got \(error)")
    }
  }
}

extension JSON {
  /// A text is its UTF-8, `{"hex": …}` the bytes it names.
  var bytes: [UInt8] {
    guard let hex = self["hex"].text.map({ Array($0) }) else { return Array((text ?? "").utf8) }
    return stride(from: 0, to: hex.count - 1, by: 2).compactMap {
      UInt8(String(hex[$0...($0 + 1)]), radix: 16)
    }
  }
}

extension [UInt8] {
  var hex: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
