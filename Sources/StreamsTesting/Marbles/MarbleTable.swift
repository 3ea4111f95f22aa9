internal import Streams

/// What the names of a diagram stand for, in both directions.
struct MarbleTable<Value: Sendable, Failure: Error>: Sendable {
  private enum Values: Sendable {
    case table([String: Value])
    case described(by: Description)
  }

  /// How a name is read as a value and a value as a name.
  private struct Description: Sendable {
    var read: @Sendable (String) -> Value?
    var name: @Sendable (Value) -> String
  }

  private let values: Values
  private let failures: [String: Failure]

  init(_ values: [String: Value], _ failures: [String: Failure]) {
    self.values = .table(values)
    self.failures = failures
  }

  /// Names are what values describe themselves with.
  init(_ failures: [String: Failure]) where Value: LosslessStringConvertible {
    values = .described(by: Description(read: { Value($0) }, name: { $0.description }))
    self.failures = failures
  }

  // MARK: - Reading

  /// The events of a diagram; its `^`, or else its beginning, is at `zero`.
  func events(
    of diagram: MarbleDiagram, zero: Instant, step: Duration
  ) throws(MarbleFault) -> [RecordedEvent<Value, Failure>] {
    let first = diagram.observed ?? 0
    var events: [RecordedEvent<Value, Failure>] = []
    for index in diagram.marks.indices {
      guard let event = try event(index, in: diagram) else { continue }
      let steps = diagram.marks[index].step - first
      events.append(RecordedEvent(at: zero.advanced(by: step * steps), event))
    }
    return events
  }

  private func event(
    _ index: Int, in diagram: MarbleDiagram
  ) throws(MarbleFault) -> Event<Value, Failure>? {
    switch diagram.marks[index].kind {
    case .observed, .cancelled: return nil
    case .finished: return .finished
    case .failure(let name):
      if let failure = failures[name] { return .failure(failure) }
      throw diagram.fault(.unknownFailure(name, known: failures.keys.sorted()), at: index)
    case .value(let name):
      switch values {
      case .table(let table):
        if let value = table[name] { return .value(value) }
        throw diagram.fault(.unknownValue(name, known: table.keys.sorted()), at: index)
      case .described(let description):
        if let value = description.read(name) { return .value(value) }
        throw diagram.fault(.unreadableValue(name, type: "\(Value.self)"), at: index)
      }
    }
  }
}

// MARK: - Naming

extension MarbleTable where Value: Equatable, Failure: Equatable {
  /// How a diagram writes an event.
  func kind(of event: Event<Value, Failure>) -> MarbleDiagram.Kind {
    switch event {
    case .finished: .finished
    case .failure(let failure): .failure(Self.name(of: failure, in: failures))
    case .value(let value):
      switch values {
      case .table(let table): .value(Self.name(of: value, in: table))
      case .described(let description): .value(description.name(value))
      }
    }
  }

  /// The first name in the table, or a description that is none of its names.
  private static func name<Element: Equatable>(
    of element: Element, in table: [String: Element]
  ) -> String {
    if let name = table.keys.sorted().first(where: { table[$0] == element }) { return name }
    let description = String(describing: element)
    return table[description] == nil ? description : "\(description), which is not in the table"
  }
}
