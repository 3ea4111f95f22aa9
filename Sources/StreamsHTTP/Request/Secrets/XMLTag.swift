/// A tag of an XML text, or of one like it (XML 1.0 section 3.1): as much of it as has to be known
/// to leave out what an element holds. Nothing has to be valid.
struct XMLTag {
  enum Kind {
    case opening, closing
    /// An element without content, a comment, a section of plain text, or what is no tag.
    case whole
  }

  let kind: Kind
  /// The name with its prefix.
  let name: ArraySlice<UInt8>
  /// Where it begins.
  let start: Int
  /// Behind it.
  let end: Int

  /// The first one of a text; nil when there is none that ends. What a comment or a section of
  /// plain text holds is passed over, or else is text in which there may be tags.
  init?(firstIn text: ArraySlice<UInt8>, passingSections: Bool) {
    guard let start = text.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    let tag = text[start...]
    self.start = start
    if let section = Self.sections.first(where: { tag.starts(with: $0.begin) }) {
      (kind, name) = (.whole, [])
      let content = tag.dropFirst(section.begin.count)
      end =
        passingSections
        ? content.firstRange(of: section.end)?.upperBound ?? text.endIndex : content.startIndex
      return
    }
    guard let last = tag.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    end = last + 1
    let isClosing = tag.dropFirst().first == UInt8(ascii: "/")
    name = tag.dropFirst(isClosing ? 2 : 1).prefix { !" \t\r\n/>".utf8.contains($0) }
    let isWhole = tag[last - 1] == UInt8(ascii: "/") || name.isEmpty
    kind = isClosing ? .closing : isWhole ? .whole : .opening
  }

  private static let sections = [("<![CDATA[", "]]>"), ("<!--", "-->")].map { begin, end in
    (begin: Array(begin.utf8), end: Array(end.utf8))
  }

  /// The name without its prefix.
  var localName: String {
    String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
  }

  /// Where the tag begins that closes this one, `text` being what follows; the end when none does.
  func endOfContent(in text: ArraySlice<UInt8>) -> Int {
    var depth = 1
    var rest = text
    while let tag = XMLTag(firstIn: rest, passingSections: true) {
      rest = rest[tag.end...]
      guard tag.name.elementsEqual(name) else { continue }
      switch tag.kind {
      case .opening: depth += 1
      case .closing: depth -= 1
      case .whole: break
      }
      if depth == 0 { return tag.start }
    }
    return text.endIndex
  }
}
