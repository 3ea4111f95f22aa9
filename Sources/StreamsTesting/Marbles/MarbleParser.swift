/// Reads a diagram, scalar by scalar, so that a quote stays a quote whatever follows it; only a
/// value without quotes is a whole character.
struct MarbleParser {
  private let text: String
  private var index: String.Index
  /// Where the open group began, and how many marks there were.
  private var group: (start: String.Index, count: Int)?
  private var isOver = false

  private(set) var marks: [MarbleDiagram.Mark] = []
  /// Where each mark stands.
  private(set) var places: [String.Index] = []
  private(set) var step = 0

  init(_ text: String) {
    self.text = text
    index = text.startIndex
  }

  mutating func parse() throws(MarbleFault) {
    while let scalar {
      let start = index
      switch scalar {
      case _ where scalar.properties.isWhitespace: skip()
      case "-":
        if group != nil { throw fault(.stepInGroup, at: start) }
        skip()
        step += 1
      case "(": try open()
      case ")": try close()
      default: try add(kind(of: scalar), at: start)
      }
    }
    if let group { throw fault(.unclosedGroup, at: group.start) }
  }

  private mutating func kind(
    of scalar: Unicode.Scalar
  ) throws(MarbleFault) -> MarbleDiagram.Kind {
    switch scalar {
    case "|": return single(.finished)
    case "^": return single(.observed)
    case "!": return single(.cancelled)
    case "'": return .value(try quoted())
    case "#":
      skip()
      return .failure(self.scalar == "'" ? try quoted() : failureName())
    default:
      guard let character = text[index...].first, MarbleName.isBare(character) else {
        throw fault(.unknownCharacter(text[index...].first ?? "?"), at: index)
      }
      index = text[index...].index(after: index)
      return .value(String(character))
    }
  }

  private mutating func single(_ kind: MarbleDiagram.Kind) -> MarbleDiagram.Kind {
    skip()
    return kind
  }

  // MARK: - Names

  private mutating func failureName() -> String {
    let name = text[index...].prefix(while: MarbleName.isWord)
    index = name.endIndex
    return name.isEmpty ? "#" : String(name)
  }

  private mutating func quoted() throws(MarbleFault) -> String {
    let start = index
    var name = String.UnicodeScalarView()
    skip()
    while let scalar {
      skip()
      guard scalar == "'" else {
        name.append(scalar)
        continue
      }
      guard self.scalar == "'" else { return String(name) }
      name.append("'")
      skip()
    }
    throw fault(.unclosedQuote, at: start)
  }

  // MARK: - Groups and marks

  private mutating func open() throws(MarbleFault) {
    if group != nil { throw fault(.nestedGroup, at: index) }
    group = (index, marks.count)
    skip()
  }

  private mutating func close() throws(MarbleFault) {
    guard let group else { throw fault(.unopenedGroup, at: index) }
    if group.count == marks.count { throw fault(.emptyGroup, at: group.start) }
    self.group = nil
    step += 1
    skip()
  }

  private mutating func add(
    _ kind: MarbleDiagram.Kind, at start: String.Index
  ) throws(MarbleFault) {
    if isOver { throw fault(.afterEnd, at: start) }
    switch kind {
    case .observed:
      if marks.contains(where: { $0.kind == .observed }) { throw fault(.observedTwice, at: start) }
    case .finished, .failure, .cancelled: isOver = true
    case .value: break
    }
    marks.append(MarbleDiagram.Mark(step, kind))
    places.append(start)
    if group == nil { step += 1 }
  }

  // MARK: - Scalars

  private var scalar: Unicode.Scalar? {
    index < text.endIndex ? text.unicodeScalars[index] : nil
  }

  private mutating func skip() {
    index = text.unicodeScalars.index(after: index)
  }

  private func fault(_ reason: MarbleFault.Reason, at place: String.Index) -> MarbleFault {
    MarbleFault(reason, in: text, at: place)
  }
}
