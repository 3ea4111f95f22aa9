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
  ///
  /// Returns: nil when it holds. Otherwise the failure, which was also reported: see
  /// ``ExpectationReporter``.
  @discardableResult
  public func expect<Value: Sendable & Equatable, Failure: Error & Equatable>(
    _ signal: Signal<Value, Failure>, is diagram: String, values: [String: Value],
    failures: [String: Failure] = [:], step: Duration? = nil, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(signal, diagram, MarbleTable(values, failures), step, limit, place)
  }

  /// Observes `signal` now, lets time pass, and expects what the diagram says; a name is what a
  /// value describes itself with: a letter for `String`, a digit for `Int`.
  @discardableResult
  public func expect<Value, Failure: Error & Equatable>(
    _ signal: Signal<Value, Failure>, is diagram: String, failures: [String: Failure] = [:],
    step: Duration? = nil, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectationFailure? where Value: Sendable & Equatable & LosslessStringConvertible {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return expect(signal, diagram, MarbleTable(failures), step, limit, place)
  }

  // MARK: -

  private func expect<Value: Sendable & Equatable, Failure: Error & Equatable>(
    _ signal: Signal<Value, Failure>, _ text: String, _ table: MarbleTable<Value, Failure>,
    _ step: Duration?, _ limit: Int, _ place: TestPlace
  ) -> ExpectationFailure? {
    let step = expectations.step(step, place)
    let origin = now
    return check("The signal", place, from: origin) { () throws(MarbleFault) in
      let diagram = try MarbleDiagram(text)
      try diagram.checkObserved()
      let zero = origin.advanced(by: step * (diagram.observed ?? 0))
      let expected = try table.events(of: diagram, zero: zero, step: step)
      if let observed = diagram.observed {
        pass(to: zero, inclusive: !diagram.isGroup(at: observed))
      }
      let recording = record(signal, fileID: place.fileID, line: place.line)
      defer { recording.cancel() }
      if let cancelled = diagram.cancelled {
        let end = origin.advanced(by: step * cancelled)
        pass(to: end, inclusive: diagram.isGroup(at: cancelled))
      } else {
        // The last step begins one before the diagram's length.
        advance(to: origin.advanced(by: step * max(0, diagram.length - 1)))
        run(recording, past: expected.count, limit: limit)
      }
      return table.difference(expected, recording.events, origin: origin, step: step)
    }
  }

  /// Lets time pass to an instant, with what happens in it or up to it.
  private func pass(to instant: Instant, inclusive: Bool) {
    if inclusive { return advance(to: instant) }
    let before = instant.advanced(by: Duration(secondsComponent: 0, attosecondsComponent: -1))
    if before >= now { advance(to: before) }
    agenda.withLock { $0.pass(to: instant) }
  }

  private func run<Value: Sendable, Failure: Error>(
    _ recording: Recording<Value, Failure>, past count: Int, limit: Int
  ) {
    for _ in 0..<max(0, limit) {
      let events = recording.events
      if events.last?.event.isTerminal ?? false || events.count > count { return }
      guard runNext() else { return }
    }
  }
}

extension MarbleTable where Value: Equatable, Failure: Equatable {
  /// What differs; times are told from `origin` on.
  func difference(
    _ expected: [RecordedEvent<Value, Failure>], _ actual: [RecordedEvent<Value, Failure>],
    origin: Instant, step: Duration
  ) -> ExpectationFailure.Reason? {
    func moments(_ events: [RecordedEvent<Value, Failure>]) -> [MarbleMoment<Event<Value, Failure>>]
    {
      MarbleMoment.list(events.map { (at: origin.duration(to: $0.at), event: $0.event) })
    }
    return MarbleDifference(
      expected: moments(expected), actual: moments(actual), step: step, kind: kind
    ).map { .different($0) }
  }
}
