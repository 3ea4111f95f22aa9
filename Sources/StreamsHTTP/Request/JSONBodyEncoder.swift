public import Foundation

/// Encodes values as JSON (RFC 8259), keys in a stable order unless told otherwise.
public struct JSONBodyEncoder: BodyEncoder {
  private let encoder: JSONEncoder

  /// Encodes with sorted keys and dates by ISO 8601.
  public init() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
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
    [UInt8](try encoder.encode(value))
  }
}

extension BodyEncoder where Self == JSONBodyEncoder {
  /// JSON with sorted keys and dates by ISO 8601.
  public static var json: Self { JSONBodyEncoder() }
}
