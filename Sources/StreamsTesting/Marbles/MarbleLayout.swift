internal import Streams

/// Where things stand in a picture, in its own units.
struct MarbleLayout {
  /// What happens in one instant of a line.
  struct Moment {
    var at: Instant
    var kinds: [MarbleDiagram.Kind]
  }

  /// A row with its place: `y` is the middle of its first bubble, or of the operation's frame.
  struct Placed {
    var title: String
    var y: Double
    var moments: [Moment]
    var spans: [Span]
    var isOperation: Bool
  }

  /// Half of a bubble's height, and the distance of those under each other.
  static let radius = 14.0
  static let slot = 34.0
  static let spanHeight = 12.0
  private static let widest = 4_000.0

  let step: Duration
  /// The instant at the left end, and at the right.
  let first: Instant
  let last: Instant
  /// The width of a step.
  let unit: Double
  /// Where the first instant stands.
  let left: Double
  let width: Double
  private(set) var rows: [Placed] = []
  private(set) var height = 16.0

  init(_ rows: [MarbleDrawing.Row], step: Duration) {
    let lines = rows.map { Self.moments(of: $0) }
    let spans = rows.map { Self.spans(of: $0) }
    let instants =
      lines.flatMap { $0.map(\.at) }
      + spans.flatMap { $0.flatMap { [$0.start, $0.end] } }
      .compactMap { $0 }
    self.step = step
    first = min(.zero, instants.min() ?? .zero)
    last = max(first.advanced(by: step), instants.max() ?? .zero)
    let steps = first.duration(to: last).steps(of: step)
    unit = min(lines.map { Self.unit(of: $0, step: step) }.max() ?? 0, Self.widest / steps)
    let titles = rows.map { row in
      if case .line = row.content {
        Double(MarbleWidth.of(MarbleName.short(row.title)))
      } else {
        0.0
      }
    }
    // What is wide may stand out over either end.
    let (moments, start, end, unit) = (lines.joined(), first, last, unit)
    let before = moments.map { Self.half($0) - start.duration(to: $0.at).steps(of: step) * unit }
    let after = moments.map { Self.half($0) - $0.at.duration(to: end).steps(of: step) * unit }
    left = 28 + (titles.max() ?? 0) * 7.5 + max(before.max() ?? 0, 12)
    width = left + steps * unit + max(after.max() ?? 0, 12) + 24
    for (row, (moments, spans)) in zip(rows, zip(lines, spans)) { place(row, moments, spans) }
  }

  /// Where an instant stands.
  func x(_ instant: Instant) -> Double {
    left + first.duration(to: instant).steps(of: step) * unit
  }

  /// How wide a bubble is.
  static func width(of kind: MarbleDiagram.Kind) -> Double {
    guard case .value(let name) = kind else { return radius * 2 }
    return max(radius * 2, Double(MarbleWidth.of(label(name))) * 8 + 14)
  }

  /// What is written in a bubble.
  static func label(_ name: String) -> String { MarbleName.short(name, limit: 14) }

  // MARK: -

  private mutating func place(
    _ row: MarbleDrawing.Row, _ moments: [Moment], _ spans: [Span]
  ) {
    let isOperation = if case .operation = row.content { true } else { false }
    rows.append(
      Placed(
        title: row.title, y: height + Self.radius + 6, moments: moments, spans: spans,
        isOperation: isOperation))
    let slots = Double(moments.map(\.kinds.count).max() ?? 1)
    height += 12 + 2 * Self.radius + (slots - 1) * Self.slot
    height += Double(spans.count) * Self.spanHeight + 8
  }

  private static func moments(of row: MarbleDrawing.Row) -> [Moment] {
    guard case .line(let entries, _) = row.content else { return [] }
    var moments: [Moment] = []
    for entry in entries {
      if moments.last?.at == entry.at {
        moments[moments.count - 1].kinds.append(entry.kind)
      } else {
        moments.append(Moment(at: entry.at, kinds: [entry.kind]))
      }
    }
    return moments
  }

  private static func spans(of row: MarbleDrawing.Row) -> [Span] {
    if case .line(_, let spans) = row.content { spans } else { [] }
  }

  /// The width of a step at which neighbours do not touch.
  private static func unit(of moments: [Moment], step: Duration) -> Double {
    let needed = zip(moments, moments.dropFirst()).map { left, right in
      (half(left) + half(right)) / max(left.at.duration(to: right.at).steps(of: step), 0.1)
    }
    return min(max(needed.max() ?? 0, 40), 400)
  }

  /// Half of the width of what happens in an instant, with its frame.
  private static func half(_ moment: Moment) -> Double {
    (moment.kinds.map { width(of: $0) }.max() ?? 0) / 2 + 5
  }
}
