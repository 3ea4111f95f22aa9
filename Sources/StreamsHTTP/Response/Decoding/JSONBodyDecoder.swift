public import Foundation

/// Decodes values from JSON (RFC 8259), strictly: what is no JSON is none, in parts of the body
/// too that nobody asks for.
public struct JSONBodyDecoder: BodyDecoder {
  private let decoder: JSONDecoder

  /// Decodes with dates by ISO 8601.
  public init() {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self.decoder = decoder
  }

  /// Decodes as `decoder` does.
  public init(_ decoder: JSONDecoder) {
    self.decoder = decoder
  }

  /// The value in the JSON text `body`.
  public func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
    try check(body)
    return try decoder.decode(type, from: Data(body))
  }

  /// What `read` makes of the JSON text `body`, which is parsed once. A component of a path is a
  /// key as it stands in the body, or as the decoder's key strategy has it.
  public func read<Value>(_ body: [UInt8], by read: (BodyRoot) throws -> Value) throws -> Value {
    try check(body)
    return try withoutActuallyEscaping(read) { read in
      let opening = Opening(read: read, key: decoder.keyDecodingStrategy.conversion)
      return try decoder.decode(Opened<Value>.self, from: Data(body), configuration: opening).value
    }
  }

  private func check(_ body: [UInt8]) throws {
    guard !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary else { return }
    try JSONSyntax.check(body)
  }
}

extension BodyDecoder where Self == JSONBodyDecoder {
  /// JSON with dates by ISO 8601.
  public static var json: Self { JSONBodyDecoder() }
}

// MARK: - Inside the decoder

/// What is done with the decoder that stands at the start of the body.
private struct Opening<Value> {
  let read: (BodyRoot) throws -> Value
  let key: BodyRoot.KeyConversion
}

/// The way to the decoder itself: it makes one of these, and hands itself out meanwhile.
private struct Opened<Value>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration: Opening<Value>) throws {
    value = try configuration.read(BodyRoot(decoder, key: configuration.key))
  }
}

extension JSONDecoder.KeyDecodingStrategy {
  /// What the strategy makes of a key of the body.
  fileprivate var conversion: BodyRoot.KeyConversion {
    switch self {
    case .convertFromSnakeCase:
      { key, _ in Self.camelCase(key) }
    case .custom(let convert):
      { key, codingPath in convert(codingPath + [PathKey(key)]).stringValue }
    default:
      { key, _ in key }
    }
  }

  /// The key in camel case, underscores around it kept.
  private static func camelCase(_ key: String) -> String {
    let head = key.prefix { $0 == "_" }
    let words = key.split(separator: "_")
    guard let first = words.first, words.count > 1 else { return key }
    let tail = key.reversed().prefix { $0 == "_" }
    return head + first.lowercased() + words.dropFirst().map(\.capitalized).joined() + tail
  }
}
