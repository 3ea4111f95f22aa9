/// A request line and its fields.
struct RequestHead: Equatable {
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  var method: String
  var target: String
  var minorVersion: Int
  var fields: [ServerField]

  var expectsContinue: Bool {
    fields.values(of: "expect").contains { $0.lowercased() == "100-continue" }
  }

  /// Reads a whole head, its empty line included.
  init(_ bytes: [UInt8]) throws(RequestParser.Refusal) {
    let lines = try Self.lines(bytes)
    guard let requestLine = lines.first else { throw .badRequest }
    let parts = requestLine.split(
      separator: UInt8(ascii: " "), maxSplits: .max, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty, !parts[0].isEmpty,
      parts[0].allSatisfy(\.isTokenCharacter)
    else { throw .badRequest }
    method = String(decoding: parts[0], as: UTF8.self)
    target = String(decoding: parts[1], as: UTF8.self)
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": minorVersion = 1
    case "HTTP/1.0": minorVersion = 0
    case let version where version.hasPrefix("HTTP/"): throw .versionNotSupported
    default: throw .badRequest
    }
    fields = []
    for line in lines.dropFirst() { fields.append(try Self.field(line)) }
  }

  /// How the content is delimited (RFC 9112 section 6); both ways at once are refused.
  func framing() throws(RequestParser.Refusal) -> Framing {
    let codings = fields.values(of: "transfer-encoding")
    let lengths = Set(fields.values(of: "content-length"))
    if !codings.isEmpty {
      guard lengths.isEmpty, codings.count == 1, codings[0].lowercased() == "chunked" else {
        throw .badRequest
      }
      return .chunked
    }
    guard let text = lengths.first else { return .none }
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard lengths.count == 1, isNumber, let length = Int(text) else { throw .badRequest }
    return .length(length)
  }

  /// The lines before the empty one; a CR or LF on its own is refused, and so is a NUL.
  private static func lines(
    _ bytes: [UInt8]
  ) throws(RequestParser.Refusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for line in bytes.dropLast(4).split(separator: 10, omittingEmptySubsequences: false) {
      let isLast = line.endIndex == bytes.count - 4
      guard isLast || line.last == 13 else { throw .badRequest }
      let content = isLast ? line : line.dropLast()
      guard !content.contains(13), !content.contains(0) else { throw .badRequest }
      lines.append(content)
    }
    return lines
  }

  private static func field(
    _ line: ArraySlice<UInt8>
  ) throws(RequestParser.Refusal) -> ServerField {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isTokenCharacter)
    else { throw .badRequest }
    let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
    return ServerField(String(decoding: line[..<colon], as: UTF8.self), value.trimmed)
  }
}

extension UInt8 {
  /// RFC 9110 section 5.6.2.
  var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
