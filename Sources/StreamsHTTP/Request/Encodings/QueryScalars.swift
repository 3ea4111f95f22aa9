internal import Foundation

/// A value that is one text in a query.
protocol QueryScalar {
  func queryText(by encoder: QueryEncoder) throws -> String
}

extension String: QueryScalar {
  func queryText(by encoder: QueryEncoder) -> String { self }
}

extension Bool: QueryScalar {
  func queryText(by encoder: QueryEncoder) -> String {
    switch encoder.booleans {
    case .literal: self ? "true" : "false"
    case .numeric: self ? "1" : "0"
    }
  }
}

extension QueryScalar where Self: FixedWidthInteger {
  func queryText(by encoder: QueryEncoder) -> String { description }
}

extension Int: QueryScalar {}
extension Int8: QueryScalar {}
extension Int16: QueryScalar {}
extension Int32: QueryScalar {}
extension Int64: QueryScalar {}
extension Int128: QueryScalar {}
extension UInt: QueryScalar {}
extension UInt8: QueryScalar {}
extension UInt16: QueryScalar {}
extension UInt32: QueryScalar {}
extension UInt64: QueryScalar {}
extension UInt128: QueryScalar {}

extension QueryScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
  /// The shortest text that reads back as the number; a whole one has no `.0`, as in JSON.
  func queryText(by encoder: QueryEncoder) throws -> String {
    guard isFinite else { throw UnwritableReason("it is no finite number") }
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Float: QueryScalar {}
extension Double: QueryScalar {}

extension Decimal: QueryScalar {
  func queryText(by encoder: QueryEncoder) throws -> String {
    guard isFinite else { throw UnwritableReason("it is no finite number") }
    return description
  }
}

extension URL: QueryScalar {
  func queryText(by encoder: QueryEncoder) -> String { absoluteString }
}

extension Data: QueryScalar {
  func queryText(by encoder: QueryEncoder) -> String { base64EncodedString() }
}

extension Date: QueryScalar {
  func queryText(by encoder: QueryEncoder) throws -> String {
    let seconds = timeIntervalSince1970
    switch encoder.dates {
    case .iso8601: return try internetText()
    case .secondsSince1970: return try seconds.queryText(by: encoder)
    case .millisecondsSince1970:
      guard let whole = Int64(exactly: (seconds * 1000).rounded()) else {
        throw UnwritableReason("its milliseconds cannot be counted")
      }
      return whole.description
    case .custom(let text): return try text(self)
    }
  }

  /// `2026-11-30T19:10:10Z` (RFC 3339 section 5.6), which has four digits for the year.
  func internetText() throws -> String {
    guard let whole = Int64(exactly: timeIntervalSince1970.rounded(.down)),
      CalendarTime.epochs.contains(whole)
    else { throw UnwritableReason("its year is none from 0 to 9999") }
    return CalendarTime(epoch: whole).internetText
  }
}

// MARK: - Collections without an order

/// A dictionary, whose order is of no meaning and differs from run to run.
protocol QueryDictionary {
  func queryMembers(
    _ name: (any Encodable) throws -> String
  ) throws -> [(String, any Encodable)]
}

extension Dictionary: QueryDictionary where Key: Encodable, Value: Encodable {
  func queryMembers(
    _ name: (any Encodable) throws -> String
  ) throws -> [(String, any Encodable)] {
    try map { key, value in
      let codingKey = (key as? any CodingKeyRepresentable)?.codingKey.stringValue
      return (try codingKey ?? name(key), value)
    }
  }
}

/// A set, whose order is of no meaning and differs from run to run.
protocol QuerySet {
  var queryElements: [any Encodable] { get }
}

extension Set: QuerySet where Element: Encodable {
  var queryElements: [any Encodable] { Array(self) }
}
