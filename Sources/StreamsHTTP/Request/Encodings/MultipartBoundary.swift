internal import Streams

/// What stands between the parts of a form (RFC 2046 section 5.1.1).
struct MultipartBoundary: Sendable {
  private static let attempts = 8

  let text: String

  /// The first of the boundaries that `make` gives that does not occur in the sections at hand.
  ///
  /// - Throws: `MultipartFailure` when one is none, or when eight of them occur.
  init(
    notIn sections: [MultipartSection], _ make: () -> String
  ) throws(MultipartFailure) {
    for _ in 0..<Self.attempts {
      let text = make()
      guard Self.isValid(text) else { throw MultipartFailure(.boundary(text)) }
      let delimiter = Array("--\(text)".utf8)
      if !sections.contains(where: { $0.bytes?.holds(delimiter) ?? false }) {
        self.text = text
        return
      }
    }
    throw MultipartFailure(.boundaryInData)
  }

  /// 32 letters and digits, about 190 bits of chance.
  static func random() -> String {
    let characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return String((0..<32).compactMap { _ in characters.randomElement() })
  }

  private static func isValid(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(isBoundaryByte)
      && !text.hasSuffix(" ")
  }

  private static func isBoundaryByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || marks.contains(byte)
  }

  private static let marks = Set("'()+_,-./:=? ".utf8)

  /// In quotation marks when it is no token (RFC 9110 section 5.6.6); no mark that is allowed
  /// needs an escape there.
  var contentType: String {
    "multipart/form-data; boundary=" + (Token.isValid(text) ? text : "\"\(text)\"")
  }
}

// MARK: - The body

extension MultipartBoundary {
  /// All sections between their delimiters.
  func body(of sections: [MultipartSection]) throws(MultipartFailure) -> HTTPBody {
    let heads = sections.map { Array("--\(text)\r\n\($0.head)".utf8) }
    let end = Array("--\(text)--\r\n".utf8)
    if let bytes = bytes(of: sections, heads, end) { return .bytes(bytes) }
    let length = try length(of: sections, heads, end)
    let pieces: @Sendable () -> Signal<[UInt8], BodyFailure> = {
      let parts = zip(heads, sections).flatMap { head, section in
        [.just(head), section.pieces, .just(Array("\r\n".utf8))]
      }
      return concat(parts + [.just(end)])
    }
    let isReplayable = sections.allSatisfy(\.body.isReplayable)
    return isReplayable ? .replayable(length: length, pieces) : .once(length: length, pieces())
  }

  private func bytes(
    of sections: [MultipartSection], _ heads: [[UInt8]], _ end: [UInt8]
  ) -> [UInt8]? {
    var all: [UInt8] = []
    for (head, section) in zip(heads, sections) {
      guard let bytes = section.bytes else { return nil }
      all += head
      all += bytes
      all += "\r\n".utf8
    }
    return all + end
  }

  private func length(
    of sections: [MultipartSection], _ heads: [[UInt8]], _ end: [UInt8]
  ) throws(MultipartFailure) -> Int? {
    var total = end.count
    for (head, section) in zip(heads, sections) {
      guard let length = section.length else { return nil }
      let (sum, overflow) = (total + head.count + 2).addingReportingOverflow(length)
      guard !overflow, sum < Int.max - 100_000 else {
        throw MultipartFailure(.length(length), part: section.name)
      }
      total = sum
    }
    return total
  }
}
