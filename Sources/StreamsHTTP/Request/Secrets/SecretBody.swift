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
    guard let head = bytes.firstRange(of: Self.headEnd),
      let name = Self.name(in: bytes[..<head.lowerBound]),
      names.contains(inQuery: name)
    else { return Array(bytes) }
    return bytes[..<head.upperBound] + Array(SecretName.placeholder.utf8)
  }

  /// The name in the head of a part; that of a file is none.
  private static func name(in head: ArraySlice<UInt8>) -> String? {
    let head = String(decoding: head, as: UTF8.self)
    guard let start = head.firstRange(of: " name=") else { return nil }
    let value = head[start.upperBound...]
    guard value.first == "\"" else { return String(value.prefix { $0.isLetter || $0.isNumber }) }
    return String(value.dropFirst().prefix { $0 != "\"" })
  }

  /// XML without the contents of elements of a secret name.
  private func elements(in bytes: [UInt8]) -> [UInt8] {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return bytes }
    var out: [UInt8] = []
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      let name = rest[(open + 1)...].prefix { !" \t\r\n/>".utf8.contains($0) }
      guard let end = rest[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
      out += rest[...end]
      let isEmpty = rest[end - 1] == UInt8(ascii: "/")
      rest = rest[(end + 1)...]
      guard !isEmpty, names.contains(Self.localName(name)) else { continue }
      out += SecretName.placeholder.utf8
      rest = rest.firstRange(of: Array("</".utf8)).map { rest[$0.lowerBound...] } ?? []
    }
    return out + rest
  }

  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
  }
}
