/// What a ``LoopbackServer`` sends back, good or bad.
///
/// An answer is a value: begin with what a good server would say and change a copy of it.
///
/// ```swift
/// .json(#"{"id": 7}"#)
/// .text("busy", status: 503).field("Retry-After", "1")
/// .chunked(["one", "two"]).pausing(.milliseconds(20))
/// .text("0123456789").broken(.reset, at: .body(4))
/// ```
public struct ServerAnswer: Sendable, Hashable {
  /// How the end of the content is told (RFC 9112 section 6).
  public enum Framing: Sendable, Hashable {
    /// `Content-Length`, the true one.
    case length
    /// `Transfer-Encoding: chunked`, each part of the body one chunk.
    case chunked
    /// The connection's end.
    case untilClose
    /// No field is added: the answer's own fields say it, rightly or wrongly.
    case unstated
  }

  /// How the server goes wrong.
  public enum Fault: Sendable, Hashable {
    /// Closes in order, as if everything had been sent.
    case close
    /// Resets the connection.
    case reset
    /// Sends nothing more and keeps the connection open until the client closes it.
    case stall
    /// Sends what it sent last again and again, with the pause between parts or as fast as it can,
    /// until the client closes.
    case flood
  }

  /// Where the server goes wrong.
  public enum Point: Sendable, Hashable {
    /// Before the first byte.
    case start
    /// After that many bytes of the head.
    case head(Int)
    /// After that many bytes of the content as framed: chunk sizes and line ends count.
    case body(Int)
    /// After everything was sent.
    case end
  }

  struct Break: Sendable, Hashable {
    var fault: Fault
    var point: Point
  }

  /// The status code; any number is sent as it is.
  public var status: Int
  /// The fields, sent in this order and spelling, before those the framing adds.
  public var fields: [ServerField]
  /// The content, in the parts it is sent in.
  public var body: [[UInt8]]
  /// How the end of the content is told.
  public var framing: Framing

  var verbatim: [UInt8]?
  var preface: [UInt8] = []
  var delay: Duration = .zero
  var pause: Duration = .zero
  var closes = false
  var fault: Break?

  /// An answer of the given parts, by default an empty 200.
  public init(
    status: Int = 200,
    fields: [ServerField] = [],
    body: [[UInt8]] = [],
    framing: Framing = .length
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.framing = framing
  }
}

// MARK: - Good answers

extension ServerAnswer {
  /// A status and nothing else.
  public static func status(_ status: Int) -> ServerAnswer { ServerAnswer(status: status) }

  /// Plain text in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> ServerAnswer {
    content(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
  }

  /// JSON, sent as it is written here.
  public static func json(_ json: String, status: Int = 200) -> ServerAnswer {
    content(Array(json.utf8), type: "application/json", status: status)
  }

  /// Bytes of no stated type.
  public static func bytes(_ bytes: [UInt8], status: Int = 200) -> ServerAnswer {
    ServerAnswer(status: status, body: [bytes])
  }

  /// Text in chunks, one for each part.
  public static func chunked(_ parts: [String], status: Int = 200) -> ServerAnswer {
    ServerAnswer(status: status, body: parts.map { Array($0.utf8) }, framing: .chunked)
  }

  private static func content(_ bytes: [UInt8], type: String, status: Int) -> ServerAnswer {
    ServerAnswer(status: status, fields: [ServerField("Content-Type", type)], body: [bytes])
  }
}

// MARK: - Bad answers

extension ServerAnswer {
  /// These bytes and no others; the connection then stays open for the next request.
  public static func raw(_ bytes: [UInt8]) -> ServerAnswer {
    var answer = ServerAnswer()
    answer.verbatim = bytes
    return answer
  }

  /// This text as bytes; write line ends as `\r\n`.
  public static func raw(_ text: String) -> ServerAnswer { raw(Array(text.utf8)) }

  /// No answer at all, until the client gives up.
  public static let silence = ServerAnswer().broken(.stall, at: .start)

  /// A reset where the answer should begin.
  public static let reset = ServerAnswer().broken(.reset, at: .start)

  /// A close where the answer should begin.
  public static let hangUp = ServerAnswer().broken(.close, at: .start)
}

// MARK: - Changing

extension ServerAnswer {
  /// Adds a field line at the end, beside any of the same name.
  public func field(_ name: String, _ value: String) -> ServerAnswer {
    with { $0.fields.append(ServerField(name, value)) }
  }

  /// Sends an informational answer (1xx) before this one.
  public func preceded(by status: Int, fields: [ServerField] = []) -> ServerAnswer {
    with { $0.preface += Self.head(status: status, fields: fields) }
  }

  /// Waits before the first byte; the wait ends early when the client goes away.
  public func delayed(by delay: Duration) -> ServerAnswer {
    with { $0.delay = delay }
  }

  /// Waits before each part of the body but the first; chunks are the parts of a chunked answer.
  public func pausing(_ pause: Duration) -> ServerAnswer {
    with { $0.pause = pause }
  }

  /// Closes the connection after the answer and says so in a `Connection` field.
  public func closing() -> ServerAnswer {
    with {
      $0.closes = true
      $0.fields.append(ServerField("Connection", "close"))
    }
  }

  /// Closes the connection after the answer without a word, as servers do whose patience is over.
  public func closingSilently() -> ServerAnswer {
    with { $0.closes = true }
  }

  /// Goes wrong at a point of the answer; what comes before the point is sent.
  public func broken(_ fault: Fault, at point: Point) -> ServerAnswer {
    with { $0.fault = Break(fault: fault, point: point) }
  }

  private func with(_ change: (inout ServerAnswer) -> Void) -> ServerAnswer {
    var copy = self
    change(&copy)
    return copy
  }
}
