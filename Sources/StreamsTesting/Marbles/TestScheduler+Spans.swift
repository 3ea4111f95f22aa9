public import Streams

extension TestScheduler {
  /// Expects that a source was observed and let go of when the diagrams say, one for each
  /// subscription in the order of their beginning; they begin at `start`, where virtual time does
  /// when nothing else is said.
  ///
  /// ```swift
  /// time.expect(source.spans, are: ["^--!", "---^----!"])
  /// time.expect(source.spans, are: [])  // never observed
  /// ```
  ///
  /// `!` is where a subscription is over, by a cancel or by an end; without it, it goes on.
  ///
  /// Returns: nil when it holds. Otherwise the first failure; each was also reported.
  @discardableResult
  public func expect(
    _ spans: [Span], are diagrams: [String], from start: Instant = .zero,
    step: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ExpectationFailure? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let step = expectations.step(step, place)
    let actual = spans.map { $0.marks(from: start) }
    guard spans.count == diagrams.count else {
      return check("The subscriptions", place) {
        .otherCount(
          expected: diagrams.count, actual: spans.count,
          drawing: Self.drawing(expected: diagrams, actual: actual, step: step))
      }
    }
    var first: ExpectationFailure?
    for (index, diagram) in diagrams.enumerated() {
      let failure = check("Subscription \(index + 1)", place, from: start) {
        () throws(MarbleFault) in
        try Self.difference(of: actual[index], from: diagram, step: step)
      }
      first = first ?? failure
    }
    return first
  }

  private static func difference(
    of actual: [(at: Duration, event: MarbleDiagram.Kind)], from text: String, step: Duration
  ) throws(MarbleFault) -> ExpectationFailure.Reason? {
    let diagram = try MarbleDiagram(text, of: "a subscription") {
      $0 == .observed || $0 == .cancelled
    }
    guard diagram.observed != nil else {
      throw MarbleFault(.neverObserved, in: text, at: diagram.places.first ?? text.startIndex)
    }
    let expected = diagram.marks.map { (at: step * $0.step, event: $0.kind) }
    return MarbleDifference(
      expected: MarbleMoment.list(expected), actual: MarbleMoment.list(actual), step: step,
      named: { MarbleNamed(kind: $0) }, by: ==
    ).map { .different($0) }
  }

  /// All diagrams, and under them all subscriptions.
  private static func drawing(
    expected: [String], actual: [[(at: Duration, event: MarbleDiagram.Kind)]], step: Duration
  ) -> String {
    let drawn = actual.map { marks in
      MarbleRows(
        titles: [""],
        columns: MarbleMoment.list(marks).map { .init(at: $0.at, cells: [$0.events]) }, step: step
      ).text.split(separator: "\n").first.map { String($0.drop { $0 == " " }) } ?? ""
    }
    return
      (expected.map { "expected  \(MarbleName.visible($0))" } + drawn.map { "actual    \($0)" })
      .joined(separator: "\n")
  }
}

extension Span {
  fileprivate func marks(from origin: Instant) -> [(at: Duration, event: MarbleDiagram.Kind)] {
    let end = end.map { [(at: origin.duration(to: $0), event: MarbleDiagram.Kind.cancelled)] }
    return [(at: origin.duration(to: start), event: .observed)] + (end ?? [])
  }
}
