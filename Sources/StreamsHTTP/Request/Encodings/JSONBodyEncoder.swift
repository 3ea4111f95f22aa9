public import Foundation

/// Encodes values as JSON (RFC 8259), keys in a stable order unless told otherwise.
public struct JSONBodyEncoder: BodyEncoder {
  private let encoder: JSONEncoder

  /// Encodes with sorted keys and dates by ISO 8601.
  public init() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Foundation's own strategy makes year 506713 of a date that is infinite or not a number.
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(try date.internetText())
    }
    self.encoder = encoder
  }

  /// Encodes as `encoder` does.
  public init(_ encoder: JSONEncoder) {
    self.encoder = encoder
  }

  /// `application/json`, which has no charset (RFC 8259 section 11).
  public var contentType: String { "application/json" }

  /// The JSON text of `value`.
  public func encode(_ value: any Encodable) throws -> [UInt8] {
    let body = [UInt8](try encoder.encode(value))
    // Foundation writes a Decimal that is not a number as it is, which no JSON text holds.
    if body.holds(Array("NaN".utf8)), !Self.isJSON(body) {
      let context = EncodingError.Context(
        codingPath: [], debugDescription: "a number in it is not finite")
      throw EncodingError.invalidValue(value, context)
    }
    return body
  }

  private static func isJSON(_ body: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)) != nil
  }
}

extension BodyEncoder where Self == JSONBodyEncoder {
  /// JSON with sorted keys and dates by ISO 8601.
  public static var json: Self { JSONBodyEncoder() }
}
