/// What a row's time is divided by.
enum Baseline: String, CaseIterable {
  /// The same work in a hand-written loop with the same sink.
  case handLoop = "hand loop"
  /// One call of a closure the compiler cannot see through.
  case closureCall = "closure call"
  /// One lock and unlock of a `Mutex`.
  case mutexLock = "Mutex lock"
  /// A value through an `AsyncStream` to a consumer that waits.
  case asyncStream = "AsyncStream"
  /// A value through the buffer of an `AsyncStream`.
  case asyncStreamBuffer = "buffered AsyncStream"
  /// A value that an `AsyncStream` drops for the next.
  case asyncStreamNewest = "AsyncStream of the newest"
  /// One checked continuation, resumed at once.
  case checkedContinuation = "checked continuation"
}

/// One line of the table: something measured against a baseline, or counted.
struct Row {
  enum Measure {
    /// `body` does `operations` of them at once.
    case time(operations: Int, against: Baseline, body: () -> Void)
    /// `body` answers with how many blocks were allocated for each operation.
    case allocations(body: () -> Double)
  }

  var name: String
  /// No more than this: a ratio, or a number of blocks.
  var bar: Double?
  var measure: Measure
}

/// A row that has been measured.
struct Measured {
  var name: String
  var nanoseconds: Double?
  var baseline: String?
  /// The ratio to the baseline, or the number of blocks.
  var figure: Double
  /// What a figure counts that is no ratio.
  var unit = "blocks"
  var bar: Double?
  /// Whether the bar is known to be missed: it is shown, and a check does not fail for it.
  var isOpen = false

  func isMissed(slack: Double) -> Bool {
    guard let bar else { return false }
    return figure > bar * slack
  }
}

/// Times a row and its baseline in turns, so that whatever slows the machine slows both, and keeps
/// the best of each.
struct Harness {
  var rounds: Int

  func measure(_ row: Row) -> Measured {
    switch row.measure {
    case .allocations(let body):
      _ = body()
      return Measured(name: row.name, figure: body(), bar: row.bar)
    case .time(let operations, let kind, let body):
      let baseline = Baselines.body(of: kind)
      body()
      baseline.run()
      var best = Double.infinity
      var bestBaseline = Double.infinity
      for _ in 0..<rounds {
        bestBaseline = min(bestBaseline, time(baseline.operations, baseline.run))
        best = min(best, time(operations, body))
      }
      return Measured(
        name: row.name, nanoseconds: best, baseline: kind.rawValue, figure: best / bestBaseline,
        bar: row.bar)
    }
  }

  /// Nanoseconds an operation.
  private func time(_ operations: Int, _ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(operations)
  }
}
