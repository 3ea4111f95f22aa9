public import Streams

extension TestScheduler {
  /// Expects of a recording what the diagram says; it begins at `start`, where virtual time does
  /// when nothing else is said. Time does not pass.
  ///
  /// ```swift
  /// let (left, right) = (time.record(shared), time.record(shared))
  /// try time.run()
  /// time.expect(left, is: "--a-b|")
  /// time.expect(right, is: "--a-b|")
  /// ```
  ///
  /// Returns: nil when it holds. Otherwise the failure, which was also reported.
  @discardableResult
  public func expect<Value: Sendable & Equatable, Failure: Error>(
    _ recording: Recording<Value, Failure>, is diagram: String, from start: Instant = .zero,
    values: [String: Value], failures: [String: Failure] = [:], step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(recording, diagram, start, MarbleTable(values, failures), by: ==, step, place)
  }

  /// Expects of a recording what the diagram says, of values that `==` does not compare, or not as
  /// the test means it: `areSame` does, called with the one of the table first.
  @discardableResult
  public func expect<Value: Sendable, Failure: Error>(
    _ recording: Recording<Value, Failure>, is diagram: String, from start: Instant = .zero,
    values: [String: Value], failures: [String: Failure] = [:],
    by areSame: (Value, Value) -> Bool, step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let table = MarbleTable(values, failures)
    return expect(recording, diagram, start, table, by: areSame, step, place)
  }

  /// Expects of a recording what the diagram says, where a name is what a value describes itself
  /// with.
  @discardableResult
  public func expect<Value, Failure: Error>(
    _ recording: Recording<Value, Failure>, is diagram: String, from start: Instant = .zero,
    failures: [String: Failure] = [:], step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? where Value: Sendable & Equatable & LosslessStringConvertible {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(recording, diagram, start, MarbleTable(failures), by: ==, step, place)
  }

  /// Draws a recording as a diagram that begins at `start`: reading it again gives the same events.
  /// A value that is in no table is drawn by its description. A step that makes no sense is a
  /// `Misuse`, which ``verify(fileID:line:)`` names, and the nearest is taken.
  ///
  /// Throws: why there is no such diagram, as when something happened between two steps.
  public func marbles<Value: Sendable & Equatable, Failure: Error>(
    of recording: Recording<Value, Failure>, from start: Instant = .zero,
    values: [String: Value], failures: [String: Failure] = [:], step: Duration? = nil
  ) throws(UnprintableMarbles) -> String {
    try marbles(of: recording, start, MarbleTable(values, failures), step)
  }

  /// Draws a recording as a diagram, where a name is what a value describes itself with.
  public func marbles<Value, Failure: Error>(
    of recording: Recording<Value, Failure>, from start: Instant = .zero,
    failures: [String: Failure] = [:], step: Duration? = nil
  ) throws(UnprintableMarbles) -> String
  where Value: Sendable & Equatable & LosslessStringConvertible {
    try marbles(of: recording, start, MarbleTable(failures), step)
  }

  // MARK: -

  private func expect<Value: Sendable, Failure: Error>(
    _ recording: Recording<Value, Failure>, _ text: String, _ start: Instant,
    _ table: MarbleTable<Value, Failure>, by areSame: (Value, Value) -> Bool, _ step: Duration?,
    _ place: TestPlace
  ) -> ExpectationFailure? {
    let step = expectations.step(step, place)
    return check("The recording", place, from: start) { () throws(MarbleFault) in
      let diagram = try MarbleDiagram(text, of: "a recording") {
        $0 != .observed && $0 != .cancelled
      }
      let expected = try table.events(of: diagram, zero: start, step: step)
      return table.difference(expected, recording.events, by: areSame, origin: start, step: step)
    }
  }

  private func marbles<Value: Sendable & Equatable, Failure: Error>(
    of recording: Recording<Value, Failure>, _ start: Instant,
    _ table: MarbleTable<Value, Failure>, _ step: Duration?
  ) throws(UnprintableMarbles) -> String {
    let step = collectingMisuse { MarbleStep.length(step ?? expectations.step) }
    return try table.text(of: recording.events, from: start, step: step)
  }
}

extension MarbleTable where Value: Equatable {
  /// The diagram of events.
  func text(
    of events: [RecordedEvent<Value, Failure>], from start: Instant, step: Duration
  ) throws(UnprintableMarbles) -> String {
    try MarbleDiagram.text(
      events.map {
        (at: Instant(offset: start.duration(to: $0.at)), kind: named($0.event, by: ==).kind)
      },
      step: step)
  }
}
