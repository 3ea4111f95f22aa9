/// An answer as the bytes to send and the waits between them.
struct AnswerWire: Equatable {
  struct Piece: Equatable {
    var wait: Duration
    var bytes: [UInt8]
  }

  enum End: Equatable {
    case keepAlive
    case close
    case fault(ServerAnswer.Fault)
  }

  private(set) var pieces: [Piece]
  private(set) var end: End

  init(_ answer: ServerAnswer, to method: String) {
    if let verbatim = answer.verbatim {
      pieces = [Piece(wait: answer.delay, bytes: answer.preface + verbatim)]
      end = answer.closes ? .close : .keepAlive
      return
    }
    let head = answer.preface + ServerAnswer.head(status: answer.status, fields: answer.allFields)
    pieces = [Piece(wait: answer.delay, bytes: head)]
    if answer.hasBody(to: method) { pieces += answer.framedBody }
    end = answer.closes || answer.framing == .untilClose ? .close : .keepAlive
    guard let fault = answer.fault else { return }
    end = .fault(fault.fault)
    switch fault.point {
    case .start: cut(at: 0)
    case .head(let count): cut(at: min(count, head.count))
    case .body(let count): cut(at: head.count + count)
    case .end: break
    }
  }

  private mutating func cut(at length: Int) {
    var left = length
    var kept: [Piece] = []
    for piece in pieces where left > 0 || kept.isEmpty {
      kept.append(Piece(wait: piece.wait, bytes: Array(piece.bytes.prefix(left))))
      left -= kept[kept.count - 1].bytes.count
    }
    pieces = kept
  }
}

extension ServerAnswer {
  static func head(status: Int, fields: [ServerField]) -> [UInt8] {
    let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) \(reason(status))\r\n\(lines)\r\n".utf8)
  }

  /// Whether content follows the head (RFC 9110 section 6.4.1).
  fileprivate func hasBody(to method: String) -> Bool {
    method != "HEAD" && statusAllowsBody
  }

  private var statusAllowsBody: Bool { status >= 200 && status != 204 && status != 304 }

  fileprivate var allFields: [ServerField] {
    guard statusAllowsBody else { return fields }
    switch framing {
    case .length:
      return fields + [ServerField("Content-Length", String(body.reduce(0) { $0 + $1.count }))]
    case .chunked: return fields + [ServerField("Transfer-Encoding", "chunked")]
    case .untilClose, .unstated: return fields
    }
  }

  fileprivate var framedBody: [AnswerWire.Piece] {
    var pieces = body.enumerated().map { index, part in
      AnswerWire.Piece(wait: index == 0 ? .zero : pause, bytes: framed(part))
    }
    if framing == .chunked {
      let end = Array("0\r\n\r\n".utf8)
      pieces.append(AnswerWire.Piece(wait: .zero, bytes: end))
    }
    return pieces
  }

  private func framed(_ part: [UInt8]) -> [UInt8] {
    guard framing == .chunked else { return part }
    guard !part.isEmpty else { return [] }
    return Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 103: "Early Hints"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
