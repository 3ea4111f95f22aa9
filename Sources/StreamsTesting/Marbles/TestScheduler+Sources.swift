internal import Streams

extension TestScheduler {
  /// A source that plays the diagram anew for each observer, from when it is observed.
  ///
  /// ```swift
  /// let page = time.cold("--a-#lost", values: ["a": 1], failures: ["lost": Fault.lost])
  /// ```
  ///
  /// A diagram that cannot be read is reported, and its source never delivers anything.
  public func cold<Value: Sendable, Failure: Error>(
    _ diagram: String, values: [String: Value],
    failures: [String: Failure] = [String: Never](), step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ColdSource<Value, Failure> {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return cold(diagram, MarbleTable(values, failures), step, place)
  }

  /// A source that plays the diagram anew for each observer; a name is what a value describes
  /// itself with: `time.cold("--a-b|")` of `String`, `time.cold("--1-2|", of: Int.self)`.
  public func cold<Value: Sendable & LosslessStringConvertible, Failure: Error>(
    _ diagram: String, of type: Value.Type = String.self,
    failures: [String: Failure] = [String: Never](), step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ColdSource<Value, Failure> {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return cold(diagram, MarbleTable(failures), step, place)
  }

  /// A source that plays the diagram once, whoever observes; `^` is now, or else the beginning.
  ///
  /// ```swift
  /// let taps = time.hot("a-^-b-c|", values: ["a": 1, "b": 2, "c": 3])  // b two steps from now
  /// ```
  ///
  /// What stands before `^` has happened: nobody is told.
  public func hot<Value: Sendable, Failure: Error>(
    _ diagram: String, values: [String: Value],
    failures: [String: Failure] = [String: Never](), step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HotSource<Value, Failure> {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(diagram, MarbleTable(values, failures), step, place)
  }

  /// A source that plays the diagram once, whoever observes; a name is what a value describes
  /// itself with.
  public func hot<Value: Sendable & LosslessStringConvertible, Failure: Error>(
    _ diagram: String, of type: Value.Type = String.self,
    failures: [String: Failure] = [String: Never](), step: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HotSource<Value, Failure> {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(diagram, MarbleTable(failures), step, place)
  }

  // MARK: -

  private func cold<Value: Sendable, Failure: Error>(
    _ text: String, _ table: MarbleTable<Value, Failure>, _ step: Duration?, _ place: TestPlace
  ) -> ColdSource<Value, Failure> {
    let step = expectations.step(step, place)
    var events: [RecordedEvent<Value, Failure>] = []
    _ = check("The cold source", place) { () throws(MarbleFault) in
      let diagram = try MarbleDiagram(text, of: "a cold source") {
        $0 != .observed && $0 != .cancelled
      }
      events = try table.events(of: diagram, zero: .zero, step: step)
      return nil
    }
    return ColdSource(events, on: self, origin: place.source)
  }

  private func hot<Value: Sendable, Failure: Error>(
    _ text: String, _ table: MarbleTable<Value, Failure>, _ step: Duration?, _ place: TestPlace
  ) -> HotSource<Value, Failure> {
    let step = expectations.step(step, place)
    var events: [RecordedEvent<Value, Failure>] = []
    _ = check("The hot source", place) { () throws(MarbleFault) in
      let diagram = try MarbleDiagram(text, of: "a hot source") { $0 != .cancelled }
      events = try table.events(of: diagram, zero: now, step: step)
      return nil
    }
    return HotSource(events.filter { $0.at >= now }, on: self, origin: place.source)
  }
}
