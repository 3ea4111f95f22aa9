internal import Streams

/// A part of a form with its head, checked.
struct MultipartSection: Sendable {
  let name: String
  /// The fields of the part and the blank line after them.
  let head: String
  let body: HTTPBody
  /// How many bytes the body has; nil when only its end will tell.
  let length: Int?

  /// - Throws: `MultipartFailure` when the body cannot be sent.
  init(name: String, head: String, _ body: HTTPBody) throws(MultipartFailure) {
    self.name = name
    self.head = head
    self.body = body
    switch body {
    case .file(let path):
      guard let file = RegularFile(path: path) else {
        throw MultipartFailure(.file(path), part: name)
      }
      length = file.size
    case .none, .bytes, .replayable, .once:
      length = body.knownLength
    }
    if let length, length < 0 { throw MultipartFailure(.length(length), part: name) }
  }

  /// The bytes of the body, exactly as many as it has.
  var pieces: Signal<[UInt8], BodyFailure> {
    let pieces = body.pieces()
    let exact = length.map { pieces.exactly($0) } ?? pieces
    return exact.mapError { [name] failure in
      BodyFailure("part \(name.quotedOnOneLine): \(failure)")
    }
  }

  /// The bytes, when they are at hand.
  var bytes: [UInt8]? {
    switch body {
    case .none: []
    case .bytes(let bytes): bytes
    case .file, .replayable, .once: nil
    }
  }
}

// MARK: - The head

extension MultipartSection {
  /// `Content-Disposition` first, then `Content-Type`.
  static func head(name: String, filename: String?, type: String?) -> String {
    let file = filename.map { "; filename=\"\(quoted($0))\"" } ?? ""
    let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
    return "Content-Disposition: form-data; name=\"\(quoted(name))\"\(file)\r\n\(type)\r\n"
  }

  /// What would end the quoted text or the line is escaped, and nothing else, the percent sign
  /// neither (WHATWG HTML section 4.10.21.8).
  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// Whether it is a media type, and what parameters follow can stand in a line.
  static func isMediaType(_ text: String) -> Bool {
    MediaType(text) != nil && text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
  }
}
