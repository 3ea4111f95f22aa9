/// How names stand in a diagram.
enum MarbleName {
  /// What a value may be without quotes: a letter, a digit, or a symbol that no keyboard's
  /// punctuation is mistaken for.
  static func isBare(_ character: Character) -> Bool {
    isWord(character) || !character.isASCII && character.isSymbol
      || character.unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }

  /// What the name of a failure goes on over.
  static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The text of what happens in one instant: a group when it is more than one thing. Quotes stand
  /// around whatever is not plain ASCII, so that neighbours never become one character.
  static func text(_ kinds: [MarbleDiagram.Kind]) -> String {
    var text = ""
    for kind in kinds {
      join(Self.text(kind), to: &text)
    }
    return kinds.count == 1 ? text : "(\(text))"
  }

  /// Two quotes side by side would be one inside a name, so a space comes between them.
  static func join(_ next: String, to text: inout String) {
    let meet = text.unicodeScalars.last == "'" && next.unicodeScalars.first == "'"
    text += meet ? " " + next : next
  }

  private static func text(_ kind: MarbleDiagram.Kind) -> String {
    switch kind {
    case .value(let name): isPlain(name) && name.count == 1 ? name : quoted(name)
    case .failure("#"): "#"
    case .failure(let name): "#" + (isPlain(name) ? name : quoted(name))
    case .finished: "|"
    case .observed: "^"
    case .cancelled: "!"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isASCII } && name.allSatisfy(isWord)
  }

  static func quoted(_ name: String) -> String {
    var text = "'"
    for scalar in name.unicodeScalars {
      text.unicodeScalars.append(scalar)
      if scalar == "'" { text.unicodeScalars.append(scalar) }
    }
    return text + "'"
  }

  /// A text that stays on its line, and turns it nowhere: white space, control characters and what
  /// changes the direction of writing are one visible character each.
  static func visible(_ text: String) -> String {
    String(
      text.map { character in
        guard let scalar = character.unicodeScalars.first else { return character }
        if scalar.value < 0x20, character != "\t" {
          return Unicode.Scalar(0x2400 + scalar.value).map { Character($0) } ?? " "
        }
        switch scalar.properties.generalCategory {
        case .format: return "\u{FFFD}"
        case .control: return " "
        default: return character.isWhitespace ? " " : character
        }
      })
  }

  /// A name that is not too long for a row.
  static func short(_ name: String, limit: Int = 32) -> String {
    let name = visible(name)
    return name.count > limit ? name.prefix(limit - 1) + "…" : name
  }
}
