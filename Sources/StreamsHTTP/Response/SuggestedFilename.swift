extension HTTPResponse {
  /// A name for a file of the body: what `Content-Disposition` says (RFC 6266 section 4.3), else
  /// the last segment of the URL, else `download`.
  ///
  /// It is always the name of a file and never a path, since servers are not trusted with more:
  /// only what follows the last slash or backslash counts, dots at the front and control
  /// characters are left out, and it has at most 255 bytes.
  public var suggestedFilename: String {
    let disposition = fields["Content-Disposition"].flatMap(DispositionName.name)
    let segment = url.path.split(separator: "/").last.map { segment in
      String(decoding: PercentEncoding.decode(segment), as: UTF8.self)
    }
    return [disposition, segment].lazy.compactMap { $0 }.compactMap(FileName.safe).first
      ?? "download"
  }
}

/// What is left of a name that somebody else chose.
private enum FileName {
  static func safe(_ text: String) -> String? {
    let name = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
    let shown = name.filter(\.staysInLine)
    let bare = shown.drop { $0 == "." || $0 == " " }
    let kept = shortened(String(String.UnicodeScalarView(bare)).trimmingOptionalWhitespace())
    return kept.isEmpty ? nil : kept
  }

  /// The characters that fit, and the extension where there is one of a usual length; none when
  /// not even the first fits, since what is left then would be an extension alone.
  private static func shortened(_ name: String) -> String {
    var room = 255
    guard name.utf8.count > room else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let end = name[dot...].utf8.count <= 16 ? name[dot...] : ""
    room -= end.utf8.count
    let start = name.dropLast(end.count).prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    return start.isEmpty ? "" : String(start + end)
  }
}

/// The file name in a `Content-Disposition` (RFC 6266; RFC 8187 for `filename*`).
private enum DispositionName {
  static func name(in value: String) -> String? {
    var (plain, extended): (String?, String?) = (nil, nil)
    for (name, value) in parameters(of: value) {
      switch name {
      case "filename": plain = plain ?? String(octets: value) ?? value
      case "filename*": extended = extended ?? decoded(value)
      default: break
      }
    }
    return extended ?? plain
  }

  /// Names in lower case, values without quotation marks; the first part, the kind, is none.
  private static func parameters(of value: String) -> [(String, String)] {
    var parts: [String.UnicodeScalarView] = [.init()]
    var (isQuoted, isEscaped) = (false, false)
    for scalar in value.unicodeScalars {
      switch scalar {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted:
        isEscaped = true
        continue
      case "\"":
        isQuoted.toggle()
        continue
      case ";" where !isQuoted:
        parts.append(.init())
        continue
      default: break
      }
      parts[parts.count - 1].append(scalar)
    }
    return parts.dropFirst().compactMap { part in
      guard let sign = part.firstIndex(of: "=") else { return nil }
      let (name, value) = (part[..<sign], part[part.index(after: sign)...])
      return (
        String(name).trimmingOptionalWhitespace().lowercasedASCII(),
        String(value).trimmingOptionalWhitespace()
      )
    }
  }

  /// `charset'language'escaped`.
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let bytes = PercentEncoding.decode(parts[2])
    switch parts[0].lowercasedASCII() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }
}
