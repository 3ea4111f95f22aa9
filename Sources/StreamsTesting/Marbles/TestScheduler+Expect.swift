public import Streams

extension TestScheduler {
  /// Observes `signal` now, lets time pass, and expects what the diagram says.
  ///
  /// ```swift
  /// time.expect(taps.signal.debounce(for: .seconds(2), scheduler: time), is: "----b-c|",
  ///   values: ["b": 2, "c": 3])
  /// ```
  ///
  /// The diagram begins now. With `^` in it the signal is observed there, and with `!` cancelled
  /// there, so that an endless one is compared up to a time. Alone, `^` comes after and `!` before
  /// what else happens in their instant; in a group, `(^a)` and `(a!)`, they hear it. Without `!`
  /// time passes until the signal has ended, or nothing is left to do, or one event too many has
  /// come, or `limit` actions were run after the diagram. The observation is over then.
  /// Work that goes on in one instant beyond `limit` actions is a failure, which names it.
  ///
  /// Failures are compared by `==` where they have one, or else by their types and descriptions.
  ///
  /// Returns: nil when it holds. Otherwise the failure, which was also reported: see
  /// ``ExpectationReporter``.
  @discardableResult
  public func expect<Value: Sendable & Equatable, Failure: Error>(
    _ signal: Signal<Value, Failure>, is diagram: String, values: [String: Value],
    failures: [String: Failure] = [:], step: Duration? = nil, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(signal, diagram, MarbleTable(values, failures), by: ==, step, limit, place)
  }

  /// Observes `signal` now, lets time pass, and expects what the diagram says, of values that `==`
  /// does not compare, or not as the test means it.
  ///
  /// ```swift
  /// time.expect(model.rows, is: "-a-b", values: ["a": first, "b": second]) { $0.id == $1.id }
  /// time.expect(model.shapes, is: "-c|", values: ["c": circle]) { "\($0)" == "\($1)" }
  /// ```
  ///
  /// `areSame` says whether a value is what a name stands for; it is called with the one of the
  /// table first.
  @discardableResult
  public func expect<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, is diagram: String, values: [String: Value],
    failures: [String: Failure] = [:], by areSame: (Value, Value) -> Bool,
    step: Duration? = nil, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(signal, diagram, MarbleTable(values, failures), by: areSame, step, limit, place)
  }

  /// Observes `signal` now, lets time pass, and expects what the diagram says; a name is what a
  /// value describes itself with: a letter for `String`, a digit for `Int`.
  @discardableResult
  public func expect<Value, Failure: Error>(
    _ signal: Signal<Value, Failure>, is diagram: String, failures: [String: Failure] = [:],
    step: Duration? = nil, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? where Value: Sendable & Equatable & LosslessStringConvertible {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(signal, diagram, MarbleTable(failures), by: ==, step, limit, place)
  }

  // MARK: -

  private func expect<Value: Sendable, Failure: Error>(
    _ signal: Signal<Value, Failure>, _ text: String, _ table: MarbleTable<Value, Failure>,
    by areSame: (Value, Value) -> Bool, _ step: Duration?, _ limit: Int, _ place: TestPlace
  ) -> ExpectationFailure? {
    let step = expectations.step(step, place)
    let bound = collectingMisuse { Misuse.count(limit, atLeast: 0, in: "expect(limit:)") }
    let origin = now
    return check("The signal", place, from: origin) { () throws(MarbleFault) in
      let diagram = try MarbleDiagram(text)
      try diagram.checkObserved()
      let zero = origin.advanced(by: step * (diagram.observed ?? 0))
      let expected = try table.events(of: diagram, zero: zero, step: step)
      if let observed = diagram.observed,
        !pass(to: zero, inclusive: !diagram.isGroup(at: observed), bound)
      {
        return .endless(endless(bound))
      }
      let recording = record(signal, fileID: place.fileID, line: place.line)
      defer { recording.cancel() }
      guard play(diagram, from: origin, step: step, recording, past: expected.count, bound) else {
        return .endless(endless(bound))
      }
      return table.difference(
        expected, recording.events, by: areSame, origin: origin, step: step)
    }
  }

  /// Lets the time of the diagram pass, and what more there is; false when there is no end of it.
  private func play<Value: Sendable, Failure: Error>(
    _ diagram: MarbleDiagram, from origin: Instant, step: Duration,
    _ recording: Recording<Value, Failure>, past count: Int, _ limit: Int
  ) -> Bool {
    if let cancelled = diagram.cancelled {
      let end = origin.advanced(by: step * cancelled)
      return pass(to: end, inclusive: diagram.isGroup(at: cancelled), limit)
    }
    // The last step begins one before the diagram's length.
    let end = origin.advanced(by: step * max(0, diagram.length - 1))
    return pass(to: end, inclusive: true, limit) && run(recording, past: count, limit)
  }

  /// Lets time pass to an instant, with what happens in it or up to it.
  private func pass(to instant: Instant, inclusive: Bool, _ limit: Int) -> Bool {
    if inclusive { return pass(through: instant, limit: limit) }
    let before = instant.advanced(by: Duration(secondsComponent: 0, attosecondsComponent: -1))
    if before >= now, !pass(through: before, limit: limit) { return false }
    agenda.withLock { $0.pass(to: instant) }
    return true
  }

  /// Runs what is left to do, until more would make no difference or the limit is reached.
  private func run<Value: Sendable, Failure: Error>(
    _ recording: Recording<Value, Failure>, past count: Int, _ limit: Int
  ) -> Bool {
    for _ in 0..<limit {
      if recording.isOver(past: count) { return true }
      switch takeStep(limit) {
      case .nothing: return true
      case .done: continue
      case .endless: return false
      }
    }
    // The bound is no end: what goes on in this very instant would go on in it for ever.
    return pass(through: now, limit: limit)
  }
}

extension MarbleTable {
  /// What differs; times are told from `origin` on.
  func difference(
    _ expected: [RecordedEvent<Value, Failure>], _ actual: [RecordedEvent<Value, Failure>],
    by areSame: (Value, Value) -> Bool, origin: Instant, step: Duration
  ) -> ExpectationFailure.Reason? {
    func moments(_ events: [RecordedEvent<Value, Failure>]) -> [MarbleMoment<Event<Value, Failure>>]
    {
      MarbleMoment.list(events.map { (at: origin.duration(to: $0.at), event: $0.event) })
    }
    return MarbleDifference(
      expected: moments(expected), actual: moments(actual), step: step,
      named: { named($0, by: areSame) },
      by: { MarbleEquality.areSame($0, $1, by: areSame) }
    ).map { .different($0) }
  }
}
