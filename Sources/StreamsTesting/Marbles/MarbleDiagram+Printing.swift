public import Streams

/// Why events cannot be drawn as a diagram.
public enum UnprintableMarbles: Error, Sendable, Hashable, CustomStringConvertible {
  /// Something happens between two steps, or before the beginning: with a shorter step it fits.
  case betweenSteps(Instant, step: Duration)
  /// It happens after more steps than anybody reads.
  case tooLong(Instant, step: Duration)
  /// An event is earlier than the one before it.
  case outOfOrder(Instant)
  /// An event comes after the end.
  case afterEnd(Instant)

  /// Why, in words.
  public var description: String {
    switch self {
    case .betweenSteps(let instant, let step):
      "What happens at \(instant.offset.brief) stands at no step of \(step.brief)."
    case .tooLong(let instant, let step):
      "What happens at \(instant.offset.brief) is too far away for steps of \(step.brief)."
    case .outOfOrder(let instant): "What happens at \(instant.offset.brief) is out of order."
    case .afterEnd(let instant): "Something happens after the end, at \(instant.offset.brief)."
    }
  }
}

extension MarbleDiagram {
  /// The most steps a diagram is printed with.
  static let longest = 10_000

  /// Draws what happens: the inverse of reading a diagram and its events.
  static func text(
    _ entries: [(at: Instant, kind: Kind)], step: Duration
  ) throws(UnprintableMarbles) -> String {
    var (text, steps) = ("", 0)
    for group in try instants(entries) {
      let next = try count(group.at, step)
      text += String(repeating: "-", count: next - steps)
      MarbleName.join(MarbleName.text(group.kinds), to: &text)
      steps = next + 1
    }
    return text
  }

  /// What happens, instant by instant.
  private static func instants(
    _ entries: [(at: Instant, kind: Kind)]
  ) throws(UnprintableMarbles) -> [(at: Instant, kinds: [Kind])] {
    var groups: [(at: Instant, kinds: [Kind])] = []
    var isOver = false
    for entry in entries {
      if isOver { throw .afterEnd(entry.at) }
      isOver = entry.kind.isEnd
      if let last = groups.last, entry.at < last.at { throw .outOfOrder(entry.at) }
      if groups.last?.at == entry.at {
        groups[groups.count - 1].kinds.append(entry.kind)
      } else {
        groups.append((entry.at, [entry.kind]))
      }
    }
    return groups
  }

  private static func count(
    _ instant: Instant, _ step: Duration
  ) throws(UnprintableMarbles) -> Int {
    guard instant >= .zero else { throw .betweenSteps(instant, step: step) }
    guard let count = instant.offset.wholeSteps(of: step), count < longest else {
      throw .tooLong(instant, step: step)
    }
    guard step * count == instant.offset else { throw .betweenSteps(instant, step: step) }
    return count
  }
}

extension MarbleDiagram.Kind {
  /// Whether nothing follows.
  var isEnd: Bool {
    switch self {
    case .finished, .failure, .cancelled: true
    case .value, .observed: false
    }
  }
}

extension Duration {
  /// How many steps this is, always a finite number.
  func steps(of step: Duration) -> Double { self / step }

  /// How many steps have passed by then, exactly; nil when they are more than anybody counts.
  func wholeSteps(of step: Duration) -> Int? {
    let steps = steps(of: step)
    guard abs(steps) < 1e9 else { return nil }
    let nearest = Int(steps.rounded())
    return step * nearest > self ? nearest - 1 : nearest
  }

  /// The shortest exact way to say it: `3 s`, `1.5 s`, `30 ms`.
  var brief: String {
    // More than 292 billion years have no components.
    if abs(self / .seconds(1)) >= 9e18 { return description }
    if self < .zero { return "-" + (.zero - self).brief }
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return "\(seconds) s" }
    let units: [(String, Int64)] = [
      ("ms", 1_000_000_000_000_000), ("µs", 1_000_000_000_000), ("ns", 1_000_000_000), ("as", 1),
    ]
    if seconds == 0, let (name, size) = units.first(where: { attoseconds % $0.1 == 0 }) {
      return "\(attoseconds / size) \(name)"
    }
    let digits = String(attoseconds)
    let fraction = String(repeating: "0", count: 18 - digits.count) + digits
    let end = fraction.lastIndex { $0 != "0" } ?? fraction.startIndex
    return "\(seconds).\(fraction[...end]) s"
  }
}
