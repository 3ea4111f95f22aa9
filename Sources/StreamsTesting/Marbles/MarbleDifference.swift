internal import Streams

/// Where what happened is not what a diagram says.
public struct MarbleDifference: Sendable, CustomStringConvertible {
  /// One instant at which the two differ.
  public struct Divergence: Sendable, Hashable, CustomStringConvertible {
    /// When, counted from the diagram's beginning.
    public var at: Duration
    /// What should have happened then, in words.
    public var expected: String
    /// What did.
    public var actual: String

    /// `at 30 ms: expected b, got c`.
    public var description: String { "at \(at.brief): expected \(expected), got \(actual)" }
  }

  /// Every instant at which the two differ, in order; at least one.
  public let divergences: [Divergence]
  /// Both, row under row with instant under instant, and where they begin to differ.
  public let drawing: String

  /// How many are drawn and told.
  static let told = 3

  /// The drawing, and the first divergences in words.
  public var description: String {
    let rest = divergences.count - Self.told
    let more = rest > 0 ? ["and at \(rest) more instant\(rest == 1 ? "" : "s")"] : []
    return ([drawing] + divergences.prefix(Self.told).map(\.description) + more)
      .joined(separator: "\n")
  }
}

// MARK: - Comparing

/// What happens at one moment after the diagram's beginning.
struct MarbleMoment<Event> {
  var at: Duration
  var events: [Event]

  /// Events with their times, moment by moment.
  static func list(_ events: [(at: Duration, event: Event)]) -> [MarbleMoment] {
    var moments: [MarbleMoment] = []
    for entry in events {
      if moments.last?.at == entry.at {
        moments[moments.count - 1].events.append(entry.event)
      } else {
        moments.append(MarbleMoment(at: entry.at, events: [entry.event]))
      }
    }
    return moments
  }
}

extension MarbleDifference {
  /// Nil when nothing differs. Events are compared as what they are; `named` only draws them.
  init?<Event>(
    expected: [MarbleMoment<Event>], actual: [MarbleMoment<Event>], step: Duration,
    named: (Event) -> MarbleNamed, by areSame: (Event, Event) -> Bool
  ) {
    var rows: [MarbleRows.Column] = []
    var divergences: [Divergence] = []
    var (left, right) = (expected[...], actual[...])
    while let at = [left.first?.at, right.first?.at].compactMap({ $0 }).min() {
      let wanted = left.first?.at == at ? left.removeFirst().events : []
      let got = right.first?.at == at ? right.removeFirst().events : []
      let cells = [wanted, got].map { $0.map(named) }
      var column = MarbleRows.Column(at: at, cells: cells.map { $0.map(\.kind) })
      if !wanted.elementsEqual(got, by: areSame) {
        column.isMarked = divergences.count < Self.told
        // Beside a description a name alone says nothing.
        let explains = cells.joined().contains(where: \.isUnknown)
        let words = cells.map { Self.words($0, explains: explains) }
        divergences.append(Divergence(at: at, expected: words[0], actual: words[1]))
      }
      rows.append(column)
    }
    if divergences.isEmpty { return nil }
    self.divergences = divergences
    drawing = MarbleRows(titles: ["expected", "actual"], columns: rows, step: step).text
  }

  private static func words(_ events: [MarbleNamed], explains: Bool) -> String {
    if events.isEmpty { return "nothing" }
    let most = 12
    let words = events.prefix(most).map { event in
      let word = word(event.kind)
      guard explains, let meaning = event.meaning else { return word }
      return "\(word) (\(MarbleName.short(meaning, limit: 200)))"
    }
    let rest = events.count - most
    return words.joined(separator: ", then ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  private static func word(_ kind: MarbleDiagram.Kind) -> String {
    switch kind {
    case .value(let name): MarbleName.short(name, limit: 200)
    case .failure("#"): "the failure"
    case .failure(let name): "the failure \(MarbleName.short(name, limit: 200))"
    case .finished: "the end"
    case .observed: "a subscription"
    case .cancelled: "a cancel"
    }
  }
}
