/// What has come of an answer, and whether it may end here.
struct ExchangeAnswer: Sendable {
  let method: HTTPMethod
  /// The most bytes of content that are taken.
  let limit: Int
  /// Whether the platform's question for a password was turned down.
  var isChallenged = false

  private var length: BodyLength?
  private var received = 0

  init(method: HTTPMethod, limit: Int) {
    self.method = method
    self.limit = limit
  }

  var hasHead: Bool { length != nil }

  /// What a head means; nil for one too many.
  mutating func receive(
    _ response: HTTPResponse
  ) throws(TransportFailure) -> TransportEvent? {
    guard !hasHead else { return nil }
    if response.status.kind == .informational && response.status != 101 {
      return .informational(response)
    }
    length = try BodyLength(of: response, to: method)
    return .head(response)
  }

  /// - Throws: `tooLarge` when the head tells of more content than is taken.
  func checkLength() throws(TransportFailure) {
    if let expected = length?.expected, expected > limit { throw tooLarge(expected) }
  }

  mutating func receive(count: Int) throws(TransportFailure) {
    guard hasHead else { throw TransportFailure(.malformedResponse, "content without a head") }
    received += count
    if received > limit { throw tooLarge(received) }
  }

  /// - Throws: why the answer is not whole.
  func end() throws(TransportFailure) {
    guard let length else { throw TransportFailure(.malformedResponse, "no answer came") }
    _ = try length.checked(received)
  }

  private func tooLarge(_ count: Int) -> TransportFailure {
    TransportFailure(.tooLarge, "\(count) bytes or more, of which \(limit) are taken")
  }
}
