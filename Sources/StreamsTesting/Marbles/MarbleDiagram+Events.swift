internal import Streams

extension MarbleDiagram {
  /// The events of the diagram, with names looked up in tables.
  ///
  /// ```swift
  /// try MarbleDiagram("-a-#boom").events(values: ["a": 1], failures: ["boom": Fault.timedOut])
  /// ```
  ///
  /// Times are counted from `^`, or from the beginning where there is none; what stands before `^`
  /// has a negative instant. A step that makes no sense is a `Misuse`, and the nearest is taken.
  ///
  /// Throws: the first name that is not in its table, with its place.
  public func events<Value: Sendable, Failure: Error>(
    values: [String: Value], failures: [String: Failure] = [String: Never](),
    step: Duration = defaultStep
  ) throws(MarbleFault) -> [RecordedEvent<Value, Failure>] {
    try MarbleTable(values, failures).events(of: self, zero: .zero, step: MarbleStep.length(step))
  }

  /// The events of the diagram, where a name is what a value describes itself with: letters for
  /// `String` and `Character`, digits for `Int`, and what else can be read from its description.
  public func events<Value: Sendable & LosslessStringConvertible, Failure: Error>(
    of type: Value.Type = String.self, failures: [String: Failure] = [String: Never](),
    step: Duration = defaultStep
  ) throws(MarbleFault) -> [RecordedEvent<Value, Failure>] {
    try MarbleTable<Value, Failure>(failures)
      .events(of: self, zero: .zero, step: MarbleStep.length(step))
  }
}

/// A step that can be counted with: longer than nothing, and short enough for any diagram.
struct MarbleStep: Sendable {
  /// What is counted with.
  let length: Duration
  /// Whether that is not what was asked for.
  let isCorrected: Bool

  /// A century; a diagram of a billion steps of it still fits in a `Duration`.
  private static let longest = Duration.seconds(3_155_760_000)

  /// `duration`, or the nearest that makes sense: a second for none, a century for more than that.
  init(_ duration: Duration) {
    length = duration <= .zero ? MarbleDiagram.defaultStep : min(duration, Self.longest)
    isCorrected = length != duration
  }

  /// What is counted with. That it is not what was asked for is a misuse.
  static func length(_ asked: Duration) -> Duration {
    let step = MarbleStep(asked)
    if step.isCorrected { Misuse.badStep(asked, taken: step.length).report(to: nil) }
    return step.length
  }
}
