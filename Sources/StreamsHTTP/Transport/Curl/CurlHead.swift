/// Takes the lines of heads as libcurl hands them over, one by one and untouched, and makes
/// responses of them: informational ones, the final one, and the trailers behind the content.
///
/// A head counts when its empty line has come, not before: libcurl takes one that was cut short
/// for success.
struct CurlHead: Sendable {
  private let url: HTTPURL
  private let limit: Int
  private var total = 0
  private var block: [UInt8] = []
  /// Whether the final head is whole; what comes then is trailers.
  private(set) var isWhole = false

  init(url: HTTPURL, limit: Int) {
    self.url = url
    self.limit = limit
  }

  /// Takes a line with its end; gives the response when the line is the empty one.
  mutating func receive(
    _ line: UnsafeRawBufferPointer
  ) throws(TransportFailure) -> HTTPResponse? {
    total += line.count
    guard total <= limit else {
      throw TransportFailure(.tooLarge, "heads of more than \(limit) bytes")
    }
    if unsafe !line.isEmptyLine {
      // libcurl asks again, by itself, after a 417.
      if isWhole, unsafe line.starts(with: "HTTP/".utf8) {
        throw TransportFailure(.malformedResponse, "a second head")
      }
      unsafe block.append(contentsOf: line)
      return nil
    }
    guard !isWhole else { return nil }
    defer { block.removeAll(keepingCapacity: true) }
    let response = try HTTPResponse(head: block, url: url)
    isWhole = response.status.kind != .informational || response.status == 101
    return response
  }

  /// The fields that came after the content; those that cannot be read are left out.
  var trailers: HTTPFields {
    guard isWhole, !block.isEmpty else { return HTTPFields() }
    return (try? HTTPFields(lines: block[...])) ?? HTTPFields()
  }
}

extension UnsafeRawBufferPointer {
  /// Whether there is nothing but a line's end.
  fileprivate var isEmptyLine: Bool {
    switch count {
    case 0: true
    case 1: unsafe self[0] == 10
    case 2: unsafe self[0] == 13 && self[1] == 10
    default: false
    }
  }
}

extension HTTPResponse {
  /// A status line and the fields below it.
  ///
  /// - Throws: a `malformedResponse` for what is not HTTP.
  init(head: [UInt8], url: HTTPURL) throws(TransportFailure) {
    let end = head.firstIndex(of: 10) ?? head.endIndex
    guard let code = Self.code(inStatusLine: head[..<end]) else {
      throw TransportFailure(.malformedResponse, "the answer begins with no status line")
    }
    let fields = try HTTPFields(lines: head[min(end + 1, head.endIndex)...])
    self.init(status: HTTPStatus(code), fields: fields, url: url)
  }

  /// The three digits behind the version (RFC 9112 section 4).
  private static func code(inStatusLine line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 32) else { return nil }
    let rest = line[(space + 1)...]
    let digits = rest.prefix { $0 != 32 && $0 != 13 }
    guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    let code = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    return code < 100 ? nil : code
  }
}

extension HTTPFields {
  /// Fields as they stand on the wire, a line each; a line that begins with a space goes on with
  /// the value before it (RFC 9112 section 5.2).
  ///
  /// - Throws: a `malformedResponse` for a line that is no field.
  init(lines: ArraySlice<UInt8>) throws(TransportFailure) {
    self.init()
    var rest = lines
    while !rest.isEmpty {
      if let field = Field(plainLineOf: &rest) {
        append(field)
        continue
      }
      var line = rest.takeLine()
      while let next = rest.first, next == 32 || next == 9 { line += [32] + rest.takeLine() }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw TransportFailure(.malformedResponse, "a line of the head has no colon")
      }
      do throws(InvalidField) {
        try append(
          String(decoding: line[..<colon], as: UTF8.self),
          String(fieldOctets: line[line.index(after: colon)...]))
      } catch {
        throw TransportFailure(.malformedResponse, error.description)
      }
    }
  }
}

extension HTTPFields.Field {
  /// The next line as nearly all are, looked at once: a token, a colon, characters of ASCII. Nil,
  /// with nothing taken, for any other.
  fileprivate init?(plainLineOf rest: inout ArraySlice<UInt8>) {
    var index = rest.startIndex
    while index < rest.endIndex, Token.isTokenByte(rest[index]) { index += 1 }
    let nameEnd = index
    guard index > rest.startIndex, index < rest.endIndex, rest[index] == UInt8(ascii: ":") else {
      return nil
    }
    index += 1
    while index < rest.endIndex, rest[index].isBlank { index += 1 }
    let valueStart = index
    while index < rest.endIndex, rest[index] >= 0x20 && rest[index] < 0x7F || rest[index] == 9 {
      index += 1
    }
    var valueEnd = index
    if index < rest.endIndex, rest[index] == 13 { index += 1 }
    guard index < rest.endIndex, rest[index] == 10 else { return nil }
    index += 1
    if index < rest.endIndex, rest[index].isBlank { return nil }
    while valueEnd > valueStart, rest[valueEnd - 1].isBlank { valueEnd -= 1 }
    self.init(checkedName: rest[..<nameEnd], value: rest[valueStart..<valueEnd])
    rest = rest[index...]
  }
}

extension UInt8 {
  /// Whether it is a space or a tab.
  fileprivate var isBlank: Bool { self == 32 || self == 9 }
}

extension ArraySlice<UInt8> {
  /// Takes a line off, without its end.
  fileprivate mutating func takeLine() -> ArraySlice<UInt8> {
    let end = firstIndex(of: 10) ?? endIndex
    var line = self[..<end]
    self = self[Swift.min(end + 1, endIndex)...]
    if line.last == 13 { line.removeLast() }
    return line
  }
}

extension String {
  /// One character an octet. A control character, which no value may have, becomes a space
  /// (RFC 9110 section 5.5).
  fileprivate init(fieldOctets octets: ArraySlice<UInt8>) {
    if octets.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 9 }) {
      self.init(decoding: octets, as: UTF8.self)
      return
    }
    var scalars = String.UnicodeScalarView()
    for octet in octets {
      let isControl = (octet < 0x20 && octet != 9) || octet == 0x7F
      scalars.append(Unicode.Scalar(isControl ? 0x20 : octet))
    }
    self.init(scalars)
  }
}
