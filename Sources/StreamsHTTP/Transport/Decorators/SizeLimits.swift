public import Streams

/// Fails answers that are larger than allowed, as soon as that is known.
///
/// A body of more bytes fails as `tooLarge`: with its head, when that says how long it is, else
/// with the first byte too many. It is the decoded bytes that count, so that a small answer that
/// unpacks to a large one is met, too. The exchange is cancelled first, and what was delivered
/// until then is within the limit. Before an answer has been read it is in the transport's memory,
/// which has a limit of its own.
public struct SizeLimits: Transport {
  private let next: any Transport
  private let check: SizeCheck

  /// A transport that sends through `next` and takes answers of these sizes.
  ///
  /// - Parameters:
  ///   - next: the transport below.
  ///   - body: the most bytes of a body; nil for any.
  ///   - fields: the most bytes of the fields of one head, each with its name and four more; nil
  ///     for any.
  public init(_ next: any Transport, body: Int? = nil, fields: Int? = nil) {
    self.next = next
    check = SizeCheck(
      body: body.map { Misuse.count($0, atLeast: 0, in: "SizeLimits(body:)") },
      fields: fields.map { Misuse.count($0, atLeast: 0, in: "SizeLimits(fields:)") })
  }

  /// The exchange, until it is too large.
  public func send(
    _ request: HTTPRequest, body: HTTPBody
  ) -> Signal<TransportEvent, TransportFailure> {
    .deferred {
      let check = Lock(check)
      return next.send(request, body: body).tryMap { event throws(TransportFailure) in
        if let reason = check.withLock({ $0.excess(in: event, of: request.method) }) {
          throw TransportFailure(.tooLarge, reason, request: request)
        }
        return event
      }
    }
  }
}

extension TransportDecorator {
  /// Fails answers that are larger than allowed, as soon as that is known.
  ///
  /// - Parameters:
  ///   - body: the most bytes of a body, unpacked.
  ///   - fields: the most bytes of the fields of one head.
  public static func limits(body: Int? = nil, fields: Int? = nil) -> Self {
    Self { next, _ in SizeLimits(next, body: body, fields: fields) }
  }
}

// MARK: - One observation

/// Counts what has come of one answer.
struct SizeCheck: Sendable {
  private let body: Int?
  private let fields: Int?
  private var received = 0

  init(body: Int?, fields: Int?) {
    self.body = body
    self.fields = fields
  }

  /// What is too large, once something is.
  mutating func excess(in event: TransportEvent, of method: HTTPMethod) -> String? {
    switch event {
    case .uploaded, .report: return nil
    case .retrying:
      received = 0
      return nil
    case .informational(let response): return excess(in: response.fields)
    case .head(let response):
      // A length that is none is for others to refuse.
      let length = (try? BodyLength(of: response, to: method))?.expected
      return excess(in: response.fields) ?? excess(ofBytes: length ?? 0)
    case .chunk(let bytes):
      let (sum, isOver) = received.addingReportingOverflow(bytes.count)
      received = isOver ? .max : sum
      return excess(ofBytes: received)
    }
  }

  private func excess(ofBytes count: Int) -> String? {
    guard let body, count > body else { return nil }
    return "the body has more than \(body) bytes"
  }

  private func excess(in head: HTTPFields) -> String? {
    guard let fields else { return nil }
    // A character of a value is one octet; the colon, the blank and the line's end are four.
    let size = head.reduce(0) { $0 + $1.name.utf8.count + $1.value.unicodeScalars.count + 4 }
    return size > fields ? "the fields have more than \(fields) bytes" : nil
  }
}
