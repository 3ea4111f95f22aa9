public import Streams

/// The place of a request in a trace that goes through several systems: the `traceparent` field of
/// W3C Trace Context, section 3.2.
public struct TraceContext: Hashable, Sendable {
  /// The version it was written in; what is written here is version 0.
  public let version: UInt8
  /// The trace: 32 hexadecimal digits in lower case, not all zero.
  public let traceID: String
  /// The request within the trace, which is the parent of what follows from it: 16 hexadecimal
  /// digits in lower case, not all zero.
  public let parentID: String
  /// The flags; bit 0 is `isSampled`.
  public let flags: UInt8

  /// Whether the caller may have recorded the trace.
  public var isSampled: Bool { flags & 1 == 1 }

  /// Reads the lines of a `traceparent` field; nil when there is not exactly one, or it is invalid,
  /// upon which a new trace begins. Of a later version what this one knows is read.
  public init?(_ lines: [String]) {
    guard lines.count == 1, let line = lines.first else { return nil }
    let text = Array(line.trimmingOptionalWhitespace().utf8)
    guard text.count >= 55, [2, 35, 52].allSatisfy({ text[$0] == UInt8(ascii: "-") }),
      let version = Self.octet(text[0..<2]), version != 0xFF,
      let flags = Self.octet(text[53..<55]),
      let traceID = Self.identifier(text[3..<35]), let parentID = Self.identifier(text[36..<52])
    else { return nil }
    guard text.count == 55 || (version > 0 && text[55] == UInt8(ascii: "-")) else { return nil }
    self.init(version: version, traceID: traceID, parentID: parentID, flags: flags)
  }

  private init(version: UInt8, traceID: String, parentID: String, flags: UInt8) {
    self.version = version
    self.traceID = traceID
    self.parentID = parentID
    self.flags = flags
  }

  /// The beginning of a trace.
  public init(isSampled: Bool = true, chance: Randomness = .system) {
    self.init(
      version: 0, traceID: Self.digits(chance) + Self.digits(chance),
      parentID: Self.digits(chance), flags: isSampled ? 1 : 0)
  }

  /// The place of what follows from this: the same trace, a new identifier. Flags that are not
  /// known are not passed on; those of sampling and of a random trace are.
  public func child(chance: Randomness = .system) -> TraceContext {
    TraceContext(
      version: 0, traceID: traceID, parentID: Self.digits(chance), flags: flags & 0b11)
  }

  /// The value of the field.
  public var field: String {
    "00-\(traceID)-\(parentID)-\(flags.padded(to: 2, radix: 16))"
  }

  // MARK: - Digits

  /// Never all zero, which would be no identifier.
  private static func digits(_ chance: Randomness) -> String {
    max(chance.number(), 1).padded(to: 16, radix: 16)
  }

  private static func octet(_ text: ArraySlice<UInt8>) -> UInt8? {
    guard text.allSatisfy(isDigit) else { return nil }
    return UInt8(String(decoding: text, as: UTF8.self), radix: 16)
  }

  private static func identifier(_ text: ArraySlice<UInt8>) -> String? {
    guard text.allSatisfy(isDigit), text.contains(where: { $0 != UInt8(ascii: "0") }) else {
      return nil
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Lower case only.
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension TraceContext: CustomStringConvertible {
  /// The value of the field.
  public var description: String { field }
}
