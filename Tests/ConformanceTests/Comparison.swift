/// What differs between a row and its play, drawn as a time line of both.
enum Comparison {
  /// Nil when nothing differs.
  static func failure(
    of vector: Vector, played log: Stage.Log, _ inputs: Inputs = .inOrder
  ) -> String? {
    var parts: [String] = []
    for (index, witness) in vector.witnesses.enumerated() {
      parts += difference("observer \(index + 1)", witness.expected, log.delivered[index])
    }
    for name in vector.sources.keys.sorted() {
      let expected = vector.runs[name]?.list ?? []
      parts += difference("runs of \(name)", expected, log.runs[name] ?? [])
    }
    if let calls = vector.calls { parts += difference("calls", calls, log.calls) }
    // Swapped inputs start in another order, and no rule says otherwise.
    if let trace = vector.trace, !inputs.areSwapped {
      parts += difference("trace", settled(trace), settled(log.trace))
    }
    parts += difference("work after the end (instant, timers)", [], log.leftover)
    guard !parts.isEmpty else { return nil }
    return (["\(vector.id) (\(vector.rule)) \(vector.note)"] + parts).joined(separator: "\n")
  }

  /// Neighbouring ends of one instant are a set: put in order.
  private static func settled(_ trace: [JSON]) -> [JSON] {
    var settled: [JSON] = []
    var ends: [JSON] = []
    for row in trace {
      if row.list?.dropFirst().first == "end", ends.isEmpty || ends[0].list?[0] == row.list?[0] {
        ends.append(row)
        continue
      }
      settled += ends.sorted { $0.description < $1.description }
      ends = row.list?.dropFirst().first == "end" ? [row] : []
      if ends.isEmpty { settled.append(row) }
    }
    return settled + ends.sorted { $0.description < $1.description }
  }

  private static func difference(
    _ title: String, _ expected: [JSON], _ actual: [JSON]
  ) -> [String] {
    expected == actual ? [] : [timeline(title, expected, actual)]
  }

  /// A line for each event, those of one instant side by side.
  static func timeline(_ title: String, _ expected: [JSON], _ actual: [JSON]) -> String {
    let instants = Set((expected + actual).compactMap { $0.list?.first?.int }).sorted()
    var lines: [String] = []
    for instant in instants {
      let left = words(expected, at: instant)
      let right = words(actual, at: instant)
      for index in 0..<max(left.count, right.count) {
        let (wanted, got) = (left.at(index), right.at(index))
        let line = "  " + "\(instant)".padded(6, isRight: true) + "  " + wanted.padded(28)
        lines.append(line + (wanted == got ? got : got.padded(28) + "  <--"))
      }
    }
    let head = "  " + "at".padded(6, isRight: true) + "  " + "expected".padded(28) + "actual"
    return ([title, head] + lines).joined(separator: "\n")
  }

  private static func words(_ rows: [JSON], at instant: Int) -> [String] {
    rows.compactMap(\.list).filter { $0.first?.int == instant }
      .map { $0.dropFirst().map(\.description).joined(separator: " ") }
  }
}

extension [String] {
  fileprivate func at(_ index: Int) -> String { index < count ? self[index] : "-" }
}

extension String {
  fileprivate func padded(_ width: Int, isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: Swift.max(0, width - count))
    return isRight ? space + self : self + space
  }
}
