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

/// An event as a diagram writes it, and what its name stands for.
struct MarbleNamed: Sendable {
  var kind: MarbleDiagram.Kind
  /// What a name of a table stands for, where that says more.
  var meaning: String?
  /// Whether it is in no table, so that it is called by its description.
  var isUnknown = false
}

extension MarbleTable {
  /// How a diagram writes an event; `areSame` says which value a table means.
  func named(
    _ event: Event<Value, Failure>, by areSame: (Value, Value) -> Bool
  ) -> MarbleNamed {
    switch event {
    case .finished: MarbleNamed(kind: .finished)
    case .failure(let failure):
      Self.named(failure, in: failures, by: MarbleEquality.areSame) { .failure($0) }
    case .value(let value):
      switch values {
      case .table(let table): Self.named(value, in: table, by: areSame) { .value($0) }
      case .described(let description): MarbleNamed(kind: .value(description.name(value)))
      }
    }
  }

  /// By the first name in the table, or by a description that is none of its names.
  private static func named<Element>(
    _ element: Element, in table: [String: Element], by areSame: (Element, Element) -> Bool,
    _ kind: (String) -> MarbleDiagram.Kind
  ) -> MarbleNamed {
    let description = String(describing: element)
    let name = table.keys.sorted().first { name in table[name].map { areSame($0, element) } ?? false
    }
    if let name {
      return MarbleNamed(kind: kind(name), meaning: name == description ? nil : description)
    }
    let unknown = table[description] == nil ? "" : ", which is not in the table"
    return MarbleNamed(kind: kind(description + unknown), isUnknown: true)
  }
}

/// Whether two things are the same.
enum MarbleEquality {
  /// Failures are what `==` says where they have one; others are the same when they are of one
  /// type and describe themselves alike.
  static func areSame(_ one: any Error, _ other: any Error) -> Bool {
    func areEqual<Failure: Equatable>(_: Failure.Type) -> Bool {
      guard let one = one as? Failure, let other = other as? Failure else { return false }
      return one == other
    }
    // The type is asked, not the failure: a failure that has no `==` may be bridged to one that
    // compares codes only.
    if let type = type(of: one) as? any Equatable.Type { return areEqual(type) }
    return type(of: one) == type(of: other) && String(reflecting: one) == String(reflecting: other)
  }

  /// Events are the same when they are of one kind, and what they carry is.
  static func areSame<Value, Failure>(
    _ one: Event<Value, Failure>, _ other: Event<Value, Failure>,
    by areSame: (Value, Value) -> Bool
  ) -> Bool {
    switch (one, other) {
    case (.finished, .finished): true
    case (.failure(let one), .failure(let other)): Self.areSame(one, other)
    case (.value(let one), .value(let other)): areSame(one, other)
    default: false
    }
  }
}
