import Streams
import StreamsTesting

/// A source that does what its script says: a hot one on the stage's time line, to whoever
/// listens; a cold one anew for each observation, counted from its start.
final class Source: Sendable {
  private struct State: Sendable {
    var listeners: [Emitter<JSON, Fault>] = []
    /// Emitters are kept until the play is over: letting go of one would end its run.
    var kept: [Emitter<JSON, Fault>] = []
    var isOver = false
  }

  private let name: String
  private let script: Script
  private let state = Lock(State())

  init(_ name: String, _ script: Script) {
    self.name = name
    self.script = script
  }

  func prepare(on stage: Stage) {
    guard script.isHot else { return }
    for (at, event) in timed {
      stage.script(at: Instant(milliseconds: at)) { self.emit(event) }
    }
  }

  func begin(_ emitter: Emitter<JSON, Fault>, on stage: Stage) {
    let run = stage.runBegan(name)
    emitter.onTermination { stage.runEnded(self.name, run) }
    state.withLock { state in
      state.kept.append(emitter)
      if script.isHot, !state.isOver { state.listeners.append(emitter) }
    }
    guard !script.isHot else { return }
    for (offset, event) in timed {
      let at = stage.scheduler.now.advanced(by: .milliseconds(offset))
      stage.script(at: at) { emitter.send(event) }
    }
  }

  func letGo() {
    _ = state.withLock { state in
      defer { state = State(isOver: true) }
      return (state.listeners, state.kept)
    }
  }

  private func emit(_ event: Event<JSON, Fault>) {
    let listeners = state.withLock { state in
      defer {
        if event.isTerminal {
          state.isOver = true
          state.listeners = []
        }
      }
      return state.listeners
    }
    for listener in listeners { listener.send(event) }
  }

  private var timed: [(at: Int, event: Event<JSON, Fault>)] {
    script.events.compactMap { row in
      guard let row = row.list, let at = row.first?.int, let kind = row.dropFirst().first?.text
      else { return nil }
      switch (kind, row.last) {
      case ("value", let value?): return (at, .value(value))
      case ("failure", let fault?): return (at, .failure(Fault(name: fault.description)))
      default: return (at, .finished)
      }
    }
  }
}
