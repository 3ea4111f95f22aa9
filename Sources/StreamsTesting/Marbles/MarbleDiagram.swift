/// Events over time, drawn as text.
///
/// ```
/// --a-b|          a at 2 steps, b at 4, the end at 5
/// --(ab|)         a, b and the end at 2 steps: a group takes one step, however much is in it
/// -'long name'-#  a value with a long name at 1 step, a failure at 3
/// -a-#boom        the failure called boom; a name goes on over letters, digits and _
/// -a-#'no luck'   a failure with any name
/// --^-a--!        observed at 2 steps, cancelled at 7; of a hot source ^ is time zero
/// ```
///
/// A value is one letter, digit or symbol such as 🙂, or anything between quotes; inside those two
/// quotes are one: `'it''s'`. Everything takes one step, `^`, `!` and `|` too. White space is free
/// and means nothing. A diagram knows names and steps; tables say what the names stand for, and a
/// `Duration` how long a step is.
public struct MarbleDiagram: Sendable, CustomStringConvertible {
  /// What a diagram says happens.
  public enum Kind: Sendable, Hashable {
    /// The value of this name.
    case value(String)
    /// The failure of this name; a plain `#` has the name `#`.
    case failure(String)
    /// The end: `|`.
    case finished
    /// `^`: here it is observed.
    case observed
    /// `!`: here it is cancelled.
    case cancelled
  }

  /// Something that happens, and when.
  public struct Mark: Sendable, Hashable {
    /// How many steps after the diagram's beginning.
    public var step: Int
    /// What.
    public var kind: Kind

    /// `kind` at `step`.
    public init(_ step: Int, _ kind: Kind) {
      self.step = step
      self.kind = kind
    }
  }

  /// How long a step is where nobody says otherwise: a second, which costs nothing in virtual time
  /// and reads well.
  public static let defaultStep = Duration.seconds(1)

  /// The diagram as it was written.
  public let text: String
  /// What happens, in order.
  public let marks: [Mark]
  /// How many steps there are.
  public let length: Int
  /// Where each mark stands in the text.
  let places: [String.Index]

  /// Reads a diagram.
  ///
  /// Throws: what is wrong, with the place in the text.
  public init(_ text: String) throws(MarbleFault) {
    var parser = MarbleParser(text)
    try parser.parse()
    self.text = text
    marks = parser.marks
    length = parser.step
    places = parser.places
  }

  /// The diagram as it was written.
  public var description: String { text }

  /// The step of `^`, where it is observed.
  public var observed: Int? { marks.first { $0.kind == .observed }?.step }

  /// The step of `!`, where it is cancelled.
  public var cancelled: Int? { marks.first { $0.kind == .cancelled }?.step }

  /// Whether several things happen at a step.
  func isGroup(at step: Int) -> Bool { marks.count { $0.step == step } > 1 }

  /// A fault at the mark of an index.
  func fault(_ reason: MarbleFault.Reason, at index: Int) -> MarbleFault {
    MarbleFault(reason, in: text, at: places[index])
  }
}
