/// The id of a `Model`: a raw value that cannot be mistaken for the id of something else.
///
/// ```swift
/// struct User: Fetchable {
///   static let apiBase = "users"
///   let id: Identifier<User, Int>
///   var name: String
/// }
/// client.send(.fetching(User.self, id: 7))
/// ```
///
/// It codes as its bare value, as a key of a dictionary too, prints as its value does, and can be
/// written as a literal. In a path it fills exactly one segment; see ``RequestPath``.
public struct Identifier<Model, RawValue: Hashable & Sendable>: RawRepresentable, Hashable, Sendable
{
  /// The value as the server knows it.
  public let rawValue: RawValue

  /// The id of that value.
  public init(rawValue: RawValue) {
    self.rawValue = rawValue
  }

  /// The id of that value.
  public init(_ rawValue: RawValue) {
    self.rawValue = rawValue
  }
}

// MARK: - Coding

extension Identifier: Encodable where RawValue: Encodable {
  /// Codes as the bare value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Identifier: Decodable where RawValue: Decodable {
  /// Reads the bare value.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(RawValue.self)
  }
}

extension Identifier: CodingKeyRepresentable where RawValue: CodingKeyRepresentable {
  /// The key of the bare value.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// The id whose bare value has that key; nil where none has.
  public init?(codingKey: some CodingKey) {
    guard let rawValue = RawValue(codingKey: codingKey) else { return nil }
    self.rawValue = rawValue
  }
}

// MARK: - Printing and comparing

extension Identifier: CustomStringConvertible where RawValue: CustomStringConvertible {
  /// The value, as it prints itself.
  public var description: String { rawValue.description }
}

extension Identifier: CustomDebugStringConvertible {
  /// The value, as it is shown to a developer.
  public var debugDescription: String { String(reflecting: rawValue) }
}

extension Identifier: Comparable where RawValue: Comparable {
  /// Compares the values.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

// MARK: - Literals

extension Identifier: ExpressibleByIntegerLiteral where RawValue: ExpressibleByIntegerLiteral {
  /// The id of that value.
  public init(integerLiteral value: RawValue.IntegerLiteralType) {
    rawValue = RawValue(integerLiteral: value)
  }
}

extension Identifier: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
  /// The id of that value.
  public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
    rawValue = RawValue(unicodeScalarLiteral: value)
  }
}

extension Identifier: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The id of that value.
  public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
    rawValue = RawValue(extendedGraphemeClusterLiteral: value)
  }
}

extension Identifier: ExpressibleByStringLiteral where RawValue: ExpressibleByStringLiteral {
  /// The id of that value.
  public init(stringLiteral value: RawValue.StringLiteralType) {
    rawValue = RawValue(stringLiteral: value)
  }
}
