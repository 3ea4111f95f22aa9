/// What is wrong with a diagram, and where.
public struct MarbleFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// A `(` without its `)`.
    case unclosedGroup
    /// A `)` without its `(`.
    case unopenedGroup
    /// A `(` inside a group.
    case nestedGroup
    /// A group with nothing in it.
    case emptyGroup
    /// A `-` inside a group, where no time passes.
    case stepInGroup
    /// A quote without its other one.
    case unclosedQuote
    /// A character that means nothing.
    case unknownCharacter(Character)
    /// Something after `|`, a failure or `!`.
    case afterEnd
    /// A second `^`.
    case observedTwice
    /// Something before `^` where nothing can happen before it.
    case beforeObserved
    /// A mark that has no meaning in such a diagram.
    case meaningless(MarbleDiagram.Kind, in: String)
    /// A subscription diagram without a `^`.
    case neverObserved
    /// A value that is not in the table; these are.
    case unknownValue(String, known: [String])
    /// A name that does not describe a value of the type.
    case unreadableValue(String, type: String)
    /// A failure that is not in the table; these are.
    case unknownFailure(String, known: [String])
  }

  /// What is wrong.
  public let reason: Reason
  /// The diagram as it was written.
  public let diagram: String
  /// Where, counted in characters from 0.
  public let column: Int

  init(_ reason: Reason, in diagram: String, at place: String.Index) {
    self.reason = reason
    self.diagram = diagram
    // The place may be inside a character.
    column = max(0, diagram.indices.prefix { $0 <= place }.count - 1)
  }

  /// What is wrong in words, the diagram, and a caret under the place.
  public var description: String {
    let drawn = MarbleName.visible(diagram)
    return """
      \(words)
        \(drawn)
        \(String(repeating: " ", count: MarbleWidth.of(drawn.prefix(column))))^
      """
  }

  private var words: String {
    switch reason {
    case .unclosedGroup: "This group is not closed: its ) is missing."
    case .unopenedGroup: "This ) closes no group."
    case .nestedGroup: "A group stands in no other group."
    case .emptyGroup: "Nothing is in this group."
    case .stepInGroup: "No time passes inside a group: - cannot stand here."
    case .unclosedQuote: "This name is not closed: its second ' is missing."
    case .unknownCharacter(let character): Self.unknown(character)
    case .afterEnd: "Nothing happens after the end or a cancel."
    case .observedTwice: "It is observed once: this is the second ^."
    case .beforeObserved: "Nothing is delivered before ^."
    case .meaningless(let kind, let place):
      "\(MarbleName.short(MarbleName.text([kind]))) means nothing in \(place)."
    case .neverObserved: "A subscription begins with ^, which is missing."
    case .unknownValue(let name, let known):
      "No value is called \(MarbleName.short(name)). \(Self.list(known, "values", for: name))"
    case .unreadableValue(let name, let type):
      "\(MarbleName.short(name)) is no \(type); a table of values can say what it stands for."
    case .unknownFailure(let name, let known):
      "No failure is called \(MarbleName.short(name)). \(Self.list(known, "failures", for: name))"
    }
  }

  private static func unknown(_ character: Character) -> String {
    let isDash = character.unicodeScalars.first?.properties.generalCategory == .dashPunctuation
    return "\(MarbleName.visible(String(character))) means nothing"
      + (isDash ? "; a step is a plain -." : "; a value with such a name stands in ' '.")
  }

  private static func list(_ known: [String], _ what: String, for name: String) -> String {
    if known.isEmpty {
      let key = MarbleName.short(name).debugDescription
      return "The table of \(what) is empty; say what it stands for: \(what): [\(key): …]."
    }
    let most = 20
    let rest = known.count > most ? " and \(known.count - most) more" : ""
    let names = known.prefix(most).map { MarbleName.short($0) }.joined(separator: ", ")
    return "The table has \(names)\(rest)."
  }
}
