import Streams
import StreamsTesting

/// A source that does what its script says: a hot one on the stage's time line, to whoever
/// listens; a cold one anew for each observation, counted from its start.
struct Source: Sendable {
  private enum Kind: Sendable {
    case hot(HotSource<JSON, Fault>)
    case cold(ColdSource<JSON, Fault>)
  }

  private let kind: Kind

  init(_ script: Script, on scheduler: TestScheduler) {
    kind = script.isHot ? .hot(scheduler.hot(script.timed)) : .cold(scheduler.cold(script.timed))
  }

  var signal: Stream {
    switch kind {
    case .hot(let source): source.signal
    case .cold(let source): source.signal
    }
  }

  /// `[start, end]` of each observation.
  var runs: [JSON] {
    let spans =
      switch kind {
      case .hot(let source): source.spans
      case .cold(let source): source.spans
      }
    return spans.map { span in
      .list([.int(span.start.milliseconds), span.end.map { .int($0.milliseconds) } ?? .null])
    }
  }
}

extension Script {
  fileprivate var timed: [RecordedEvent<JSON, Fault>] {
    events.compactMap { row in
      guard let row = row.list, let at = row.first?.int, let kind = row.dropFirst().first?.text
      else { return nil }
      switch (kind, row.last) {
      case ("value", let value?): return .value(value, at: .milliseconds(at))
      case ("failure", let fault?):
        return .failure(Fault(name: fault.description), at: .milliseconds(at))
      default: return .finished(at: .milliseconds(at))
      }
    }
  }
}
