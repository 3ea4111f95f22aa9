/// How long the body of a response has to be (RFC 9112 section 6.3), checked when it has come to
/// its end: a body that was cut short must not look like a short one.
struct BodyLength: Equatable {
  private enum Rule: Equatable {
    case none
    case exactly(Int)
    case untilEnd
  }

  private let rule: Rule

  /// - Throws: a `malformedResponse` when `Content-Length` is no number, or two that differ.
  init(of response: HTTPResponse, to method: HTTPMethod) throws(TransportFailure) {
    if response.status.hasNoContent(to: method) {
      rule = .none
    } else if Self.isFramedOtherwise(response.fields) {
      rule = .untilEnd
    } else if let text = response.fields[key: "content-length"] {
      rule = .exactly(try Self.length(text))
    } else {
      rule = .untilEnd
    }
  }

  /// How many bytes of those that came belong to the body.
  ///
  /// - Throws: a `connectionLost` when some are missing.
  func checked(_ received: Int) throws(TransportFailure) -> Int {
    switch rule {
    case .none: return 0
    case .untilEnd: return received
    case .exactly(let length):
      guard received >= length else {
        throw TransportFailure(
          .connectionLost, "the answer was cut short: \(received) of \(length) bytes came")
      }
      return length
    }
  }

  /// How many bytes are to come, where that is known.
  var expected: Int? {
    switch rule {
    case .none: 0
    case .exactly(let length): length
    case .untilEnd: nil
    }
  }

  /// `Transfer-Encoding` overrides the length; with a content coding the length counts the coded
  /// bytes, and the transport hands out decoded ones.
  private static func isFramedOtherwise(_ fields: HTTPFields) -> Bool {
    fields.contains(key: "transfer-encoding") || !fields.contentCodings.isEmpty
  }

  /// Equal values that were joined count once (RFC 9110 section 8.6).
  private static func length(_ text: String) throws(TransportFailure) -> Int {
    if let length = digits(text) { return length }
    let values = Set(
      text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingOptionalWhitespace() })
    guard values.count == 1, let value = values.first, let length = digits(value) else {
      throw TransportFailure(.malformedResponse, "Content-Length is no length")
    }
    return length
  }

  private static func digits(_ text: String) -> Int? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }
}

extension HTTPFields {
  /// The names of the content's codings in lower case, in the order they were applied (RFC 9110
  /// section 8.4).
  var contentCodings: [String] {
    guard contains(key: "content-encoding") else { return [] }
    return values(of: "content-encoding")
      .flatMap { $0.split(separator: ",") }
      .map { $0.trimmingOptionalWhitespace().lowercasedASCII() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }
}
