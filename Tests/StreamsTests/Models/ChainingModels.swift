import Streams

extension Model {
  /// One after another, each at the end of the one before.
  static func concat(_ inputs: [Timeline]) -> Timeline {
    var output = Timeline()
    var start = 0
    for input in inputs {
      for (tick, value) in input.values { output.add(start + tick, .value(value)) }
      guard input.end != .max else { return output }
      start += input.end
      if input.fails { return ended(output, at: start, fails: true) }
    }
    return ended(output, at: start, fails: false)
  }

  /// The input that says something first.
  static func race(_ inputs: [Timeline]) -> Timeline {
    inputs.filter { !$0.entries.isEmpty }
      .min { $0.entries[0].tick < $1.entries[0].tick } ?? Timeline()
  }

  static func withLatestFrom(_ source: Timeline, _ other: Timeline) -> Timeline {
    let deliveries = source.values.compactMap { tick, value -> (tick: Int, value: Int)? in
      other.values.last { $0.tick <= tick }.map { (tick, value * 10 + $0.value) }
    }
    return cut(deliveries, [source, other], end: source.fails ? .max : source.end)
  }

  /// A value that comes while an inner run lasts is ignored, at the tick of its end too: the outer
  /// value was scheduled first.
  static func flatMapFirst(_ outer: Timeline, _ inner: (Int) -> Timeline) -> Timeline {
    var parts: [Timeline] = [Timeline(entries: outer.entries.filter { $0.event.isTerminal })]
    var busy = -1
    for (tick, value) in outer.values where tick > busy {
      let run = inner(value).entries.map {
        Timeline.Entry(tick: tick + $0.tick, event: $0.event)
      }
      parts.append(Timeline(entries: run))
      busy = parts[parts.count - 1].end
    }
    return merge(parts)
  }
}

extension SeededNumbers {
  /// A timeline for each value, whose ticks are distinct, and distinct from multiples of 1,000.
  mutating func inners() -> [Int: Timeline] {
    // Stretched by a prime of its own.
    let stretches = [211, 223, 227, 229, 233, 239, 241, 251, 257, 263]
    var inners: [Int: Timeline] = [:]
    for (value, stretch) in stretches.enumerated() {
      let entries = timeline(lane: 0, lanes: 1).entries.map {
        Timeline.Entry(tick: $0.tick * stretch + 1 + value, event: $0.event)
      }
      inners[value] = Timeline(entries: entries)
    }
    return inners
  }
}
