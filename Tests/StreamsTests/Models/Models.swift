import Streams

/// What operators do, as arithmetic on whole timelines: no queues, no subscriptions, no clock.
enum Model {
  static func merge(_ inputs: [Timeline]) -> Timeline {
    let end = inputs.filter(\.fails).map(\.end).min() ?? inputs.map(\.end).max() ?? 0
    let fails = inputs.contains { $0.fails }
    var output = Timeline()
    for (tick, value) in inputs.flatMap(\.values).sorted(by: { $0.tick < $1.tick })
    where tick < end {
      output.add(tick, .value(value))
    }
    return ended(output, at: end, fails: fails)
  }

  static func zip(_ inputs: [Timeline]) -> Timeline {
    let values = inputs.map(\.values)
    let tuples = (0..<(values.map(\.count).min() ?? 0)).map { index in
      (
        tick: values.map { $0[index].tick }.max() ?? 0,
        value: values.reduce(0) { $0 * 10 + $1[index].value }
      )
    }
    // An input that has finished is used up at its end, or with the tuple of its last value.
    let exhausted = Swift.zip(inputs, values).compactMap { input, values -> Int? in
      guard input.end != .max, !input.fails, values.count <= tuples.count else { return nil }
      return max(input.end, values.isEmpty ? 0 : tuples[values.count - 1].tick)
    }
    return cut(tuples, inputs, end: exhausted.min() ?? .max)
  }

  static func combineLatest(_ inputs: [Timeline]) -> Timeline {
    let ticks = inputs.flatMap(\.values).map(\.tick).sorted()
    let updates = ticks.compactMap { tick -> (tick: Int, value: Int)? in
      let latest = inputs.map { $0.values.last { $0.tick <= tick }?.value }
      guard !latest.contains(nil) else { return nil }
      return (tick, latest.reduce(0) { $0 * 10 + ($1 ?? 0) })
    }
    let empty = inputs.filter { $0.values.isEmpty && !$0.fails }.map(\.end).min() ?? .max
    let allFinished = inputs.contains { $0.fails } ? .max : inputs.map(\.end).max() ?? .max
    return cut(updates, inputs, end: min(empty, allFinished))
  }

  /// Each value starts `inner(value)`, at most so many at once; a run's ticks are its own.
  static func flatMap(_ outer: Timeline, _ slots: Int, _ inner: (Int) -> Timeline) -> Timeline {
    var free = Array(repeating: Int.min, count: slots)
    var parts: [Timeline] = [Timeline(entries: outer.entries.filter { $0.event.isTerminal })]
    for (tick, value) in outer.values {
      guard let slot = free.indices.min(by: { free[$0] < free[$1] }) else { break }
      guard free[slot] < .max else { break }
      let start = max(tick, free[slot])
      let entries = inner(value).entries.map {
        Timeline.Entry(tick: start + $0.tick, event: $0.event)
      }
      parts.append(Timeline(entries: entries))
      free[slot] = parts[parts.count - 1].end
    }
    // A value that waits for ever keeps the whole from ending, as an inner that runs does.
    if parts.count - 1 < outer.values.count { parts.append(Timeline()) }
    return merge(parts)
  }

  static func debounce(_ input: Timeline, _ interval: Int) -> Timeline {
    var output = Timeline()
    let values = input.values
    for (index, (tick, value)) in values.enumerated() {
      let next = index + 1 < values.count ? values[index + 1].tick : .max
      // A value of the script is scheduled before the timer: at the due time it comes first.
      guard next > tick + interval else { continue }
      if input.end > tick + interval {
        output.add(tick + interval, .value(value))
      } else if !input.fails {
        output.add(input.end, .value(value))
      }
    }
    return ended(output, at: input.end, fails: input.fails)
  }

  static func throttle(_ input: Timeline, _ interval: Int, latest: Bool) -> Timeline {
    var emissions: [(tick: Int, value: Int)] = []
    var rest = input.values[...]
    while let first = rest.popFirst() {
      emissions.append(first)
      var edge = first.tick + interval
      while true {
        let inside = rest.prefix { $0.tick < edge }
        rest = rest.dropFirst(inside.count)
        // A value at the edge is newer than what waits.
        guard latest, let newest = inside.last, rest.first?.tick != edge else { break }
        emissions.append((edge, newest.value))
        edge += interval
      }
    }
    var output = Timeline()
    for (tick, value) in emissions where !input.fails || tick < input.end {
      output.add(tick, .value(value))
    }
    let end = input.fails ? input.end : max(input.end, emissions.last?.tick ?? 0)
    return ended(output, at: end, fails: input.fails)
  }

  /// Batches as digits of one number.
  static func collect(_ input: Timeline, _ interval: Int, _ count: Int) -> Timeline {
    var output = Timeline()
    var rest = input.values[...]
    while let first = rest.first {
      let edge = first.tick + interval
      let batch = rest.prefix { $0.tick <= edge }.prefix(count)
      rest = rest.dropFirst(batch.count)
      let value = batch.reduce(0) { $0 * 10 + $1.value }
      if batch.count == count {
        output.add(batch.last?.tick ?? 0, .value(value))
      } else if edge < input.end {
        output.add(edge, .value(value))
      } else if !input.fails {
        output.add(input.end, .value(value))
      }
    }
    return ended(output, at: input.end, fails: input.fails)
  }

  /// The input again after each failure, at most `count` times.
  static func retry(_ attempts: [Timeline]) -> Timeline {
    var output = Timeline()
    var start = 0
    for (index, attempt) in attempts.enumerated() {
      for (tick, value) in attempt.values { output.add(start + tick, .value(value)) }
      guard attempt.end != .max else { break }
      start += attempt.end
      if !attempt.fails || index == attempts.count - 1 {
        return ended(output, at: start, fails: attempt.fails)
      }
    }
    return output
  }

  // MARK: -

  /// Deliveries until the end, or until the first failure of an input if that is sooner.
  private static func cut(
    _ deliveries: [(tick: Int, value: Int)], _ inputs: [Timeline], end: Int
  ) -> Timeline {
    let failure = inputs.filter(\.fails).map(\.end).min() ?? .max
    var output = Timeline()
    for (tick, value) in deliveries where tick <= end && tick < failure {
      output.add(tick, .value(value))
    }
    return ended(output, at: min(end, failure), fails: failure < end)
  }

  private static func ended(_ timeline: Timeline, at tick: Int, fails: Bool) -> Timeline {
    guard tick != .max else { return timeline }
    var timeline = timeline
    timeline.add(tick, fails ? .failure(ModelFailure()) : .finished)
    return timeline
  }
}
