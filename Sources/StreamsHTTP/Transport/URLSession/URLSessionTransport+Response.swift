import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponse {
  /// A head as the session has it. Its fields have lost their order; they come sorted by name, so
  /// that equal answers are equal.
  ///
  /// - Throws: a `malformedResponse` for what is not HTTP.
  init(_ response: URLResponse, from url: HTTPURL) throws(TransportFailure) {
    guard let response = response as? HTTPURLResponse else {
      throw TransportFailure(.malformedResponse, "the answer is not HTTP")
    }
    var lines: [(name: String, value: String)] = []
    for case (let name as String, let value as String) in response.allHeaderFields {
      lines.append((name, value))
    }
    lines.sort { ($0.name.lowercasedASCII(), $0.name) < ($1.name.lowercasedASCII(), $1.name) }
    var fields = HTTPFields()
    for (name, value) in lines {
      let values = name.lowercasedASCII() == "set-cookie" ? SetCookieLines.split(value) : [value]
      for value in values {
        do throws(InvalidField) {
          try fields.append(name, value.asFieldValue)
        } catch {
          throw TransportFailure(.malformedResponse, error.description)
        }
      }
    }
    self.init(status: HTTPStatus(response.statusCode), fields: fields, url: url)
  }
}

enum SetCookieLines {
  /// Takes apart `Set-Cookie` lines that were joined by commas.
  ///
  /// The commas of a date are followed by a day, those between lines by `name=` (RFC 6265 section
  /// 4.1.1); inside of a value there are none by the grammar.
  static func split(_ joined: String) -> [String] {
    var lines: [String] = []
    for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
      if lines.isEmpty || beginsCookie(part) {
        lines.append(part.trimmingOptionalWhitespace())
      } else {
        lines[lines.count - 1] += "," + part
      }
    }
    return lines
  }

  private static func beginsCookie(_ part: Substring) -> Bool {
    guard let sign = part.firstIndex(of: "=") else { return false }
    return Token.isValid(part[..<sign].trimmingOptionalWhitespace())
  }
}

extension String {
  /// One character an octet, as the session's text stood on the wire. A control character, which
  /// no value may have, becomes a space (RFC 9110 section 5.5).
  fileprivate var asFieldValue: String {
    var scalars = String.UnicodeScalarView()
    for octet in utf8 {
      let isControl = (octet < 0x20 && octet != 0x09) || octet == 0x7F
      scalars.append(Unicode.Scalar(isControl ? 0x20 : octet))
    }
    return String(scalars)
  }
}
