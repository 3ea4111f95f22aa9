/// Reads HTTP/1 requests out of bytes that come in any pieces (RFC 9112).
///
/// It is stricter than most servers, so that a client's slip shows: line ends are CR LF, a field
/// has no space before its colon, nothing is folded, and a length is never given twice.
struct RequestParser {
  /// Why the bytes are not a request the server takes; each is an answer's status.
  enum Refusal: Error, Equatable {
    case badRequest
    case bodyTooLarge
    case headTooLarge
    case versionNotSupported

    var status: Int {
      switch self {
      case .badRequest: 400
      case .bodyTooLarge: 413
      case .headTooLarge: 431
      case .versionNotSupported: 505
      }
    }
  }

  enum Output: Equatable {
    /// A head with `Expect: 100-continue` was read, and its body has not come.
    case expectsContinue
    case request(RequestHead, body: [UInt8])
  }

  private enum Phase {
    case head
    case body(RequestHead, length: Int)
    case chunkSize(RequestHead)
    case chunk(RequestHead, length: Int)
    case trailers(RequestHead, size: Int)
  }

  private enum Step {
    case more
    case on
    case output(Output)
  }

  private let limits: ServerLimits
  private var bytes = ByteQueue()
  private var phase = Phase.head
  private var body: [UInt8] = []

  init(limits: ServerLimits) { self.limits = limits }

  mutating func append(_ more: [UInt8]) { bytes.append(more) }

  /// Takes the next thing out of the bytes so far; nil when they hold no more.
  mutating func next() throws(Refusal) -> Output? {
    while true {
      switch try step() {
      case .more: return nil
      case .on: continue
      case .output(let output): return output
      }
    }
  }

  private mutating func step() throws(Refusal) -> Step {
    switch phase {
    case .head: return try readHead()
    case .body(let head, let length): return readBody(head, length)
    case .chunkSize(let head): return try readChunkSize(head)
    case .chunk(let head, let length): return try readChunk(head, length)
    case .trailers(let head, let size): return try readTrailer(head, size)
    }
  }

  private mutating func readHead() throws(Refusal) -> Step {
    while bytes.starts(with: [13, 10]) { bytes.drop(2) }
    if bytes.count == 1 && bytes.first == 13 { return .more }
    // Whoever begins a TLS handshake waits for an answer, not for an end of the head.
    if let first = bytes.first, !first.isTokenCharacter { throw .badRequest }
    guard let text = bytes.take(through: [13, 10, 13, 10]) else {
      guard bytes.count <= limits.head else { throw .headTooLarge }
      return .more
    }
    guard text.count <= limits.head else { throw .headTooLarge }
    let head = try RequestHead(text)
    body = []
    switch try head.framing() {
    case .none: return finish(head)
    case .length(let length):
      guard length <= limits.body else { throw .bodyTooLarge }
      phase = .body(head, length: length)
    case .chunked: phase = .chunkSize(head)
    }
    return head.expectsContinue && bytes.isEmpty ? .output(.expectsContinue) : .on
  }

  private mutating func readBody(_ head: RequestHead, _ length: Int) -> Step {
    guard let content = bytes.take(length) else { return .more }
    body = content
    return finish(head)
  }

  private mutating func readChunkSize(_ head: RequestHead) throws(Refusal) -> Step {
    guard let line = try takeLine() else { return .more }
    let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self).trimmed
    guard digits.utf8.allSatisfy(\.isHexDigit), digits.utf8.count <= 15,
      let length = Int(digits, radix: 16)
    else { throw .badRequest }
    guard length <= limits.body - body.count else { throw .bodyTooLarge }
    phase = length == 0 ? .trailers(head, size: 0) : .chunk(head, length: length)
    return .on
  }

  private mutating func readChunk(_ head: RequestHead, _ length: Int) throws(Refusal) -> Step {
    guard let content = bytes.take(length + 2) else { return .more }
    guard content.suffix(2) == [13, 10] else { throw .badRequest }
    body += content.dropLast(2)
    phase = .chunkSize(head)
    return .on
  }

  private mutating func readTrailer(_ head: RequestHead, _ size: Int) throws(Refusal) -> Step {
    guard let line = try takeLine() else { return .more }
    if line.isEmpty { return finish(head) }
    guard size + line.count <= limits.head else { throw .headTooLarge }
    phase = .trailers(head, size: size + line.count)
    return .on
  }

  private mutating func takeLine() throws(Refusal) -> [UInt8]? {
    if let line = bytes.take(through: [13, 10]) { return line.dropLast(2) }
    guard bytes.count <= limits.head else { throw .badRequest }
    return nil
  }

  private mutating func finish(_ head: RequestHead) -> Step {
    defer { (body, phase) = ([], .head) }
    return .output(.request(head, body: body))
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
