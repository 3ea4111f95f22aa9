/// A body without the secrets in it, by what it is: a form, the parts of a multipart body, XML, and
/// all else as text.
///
/// Names decide: a secret in a place without a name is not known for one.
struct SecretBody {
  let names: SecretNames

  /// `bytes`, of media type `type`, without their secrets.
  func redacted(_ bytes: [UInt8], type: String?) -> [UInt8] {
    let (type, text) = (type?.lowercasedASCII() ?? "", SecretText(names: names))
    if type.hasPrefix("application/x-www-form-urlencoded"),
      let form = String(validating: bytes, as: UTF8.self)
    {
      return text.redacted(Array(text.redacted(query: form).utf8))
    }
    let isMultipart = type.hasPrefix("multipart/")
    return text.redacted(elements(in: isMultipart ? parts(in: bytes) : bytes))
  }

  private static let lineEnd = Array("\r\n".utf8)
  private static let headEnd = Array("\r\n\r\n".utf8)

  /// Multipart bodies (RFC 7578) without the contents of parts of a secret name. The first line
  /// is what stands between the parts.
  private func parts(in bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0D) else { return bytes }
    let delimiter = Self.lineEnd + bytes[..<end]
    let parts = (Self.lineEnd + bytes).split(separator: delimiter, omittingEmptySubsequences: false)
    return Array(parts.map(part).joined(separator: delimiter).dropFirst(Self.lineEnd.count))
  }

  private func part(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let head = bytes.firstRange(of: Self.headEnd) else { return Array(bytes) }
    let name = Self.name(in: bytes[..<head.lowerBound])
    let content =
      name.map { names.contains(inQuery: $0) } ?? false
      ? Array(SecretName.placeholder.utf8) : elements(in: Array(bytes[head.upperBound...]))
    return bytes[..<head.upperBound] + content
  }

  /// The name in the head of a part; that of a file is none.
  private static func name(in head: ArraySlice<UInt8>) -> String? {
    guard let start = head.firstRange(of: Array(" name=".utf8)) else { return nil }
    let value = head[start.upperBound...]
    let mark = UInt8(ascii: "\"")
    let text =
      value.first == mark
      ? value.dropFirst().prefix { $0 != mark } : value.prefix { !" ;\r\n".utf8.contains($0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// XML without the contents of elements of a secret name.
  private func elements(in bytes: [UInt8]) -> [UInt8] {
    let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    guard text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return bytes }
    var out: [UInt8] = []
    var rest = bytes[...]
    while let tag = XMLTag(firstIn: rest, passingSections: false) {
      out += rest[..<tag.end]
      rest = rest[tag.end...]
      guard tag.kind == .opening, names.contains(tag.localName) else { continue }
      out += SecretName.placeholder.utf8
      rest = rest[tag.endOfContent(in: rest)...]
    }
    return out + rest
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
