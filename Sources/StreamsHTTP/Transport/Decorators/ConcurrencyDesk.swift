internal import Streams

/// Keeps exchanges waiting until there is a slot for them, and begins them then.
///
/// Those that were waiting are begun by a loop, one after another: any number of them that answer
/// at once needs no more stack than one.
final class ConcurrencyDesk: Sendable {
  typealias Exchange = Signal<TransportEvent, TransportFailure>

  private struct Entry: Sendable {
    let exchange: Exchange
    let emitter: Emitter<TransportEvent, TransportFailure>
    let scope: Subscription
    let job: ConcurrencyState.Job
  }

  private struct Shared: Sendable {
    var state: ConcurrencyState
    var entries: [Int: Entry] = [:]
    /// Those that have a slot and are still to be begun, the next one last.
    var toBegin: [Int] = []
    var isBeginning = false
    var count = 0
  }

  private let shared: Lock<Shared>

  init(total: Int, perHost: Int) {
    shared = Lock(Shared(state: ConcurrencyState(total: total, perHost: perHost)))
  }

  func signal(
    _ exchange: Exchange, to host: String, _ priority: RequestPriority
  ) -> Exchange {
    Signal { [self] emitter in
      let scope = Subscription()
      let (entry, begins) = shared.withLock { shared in
        shared.count += 1
        let job = ConcurrencyState.Job(number: shared.count, host: host, priority: priority)
        let entry = Entry(exchange: exchange, emitter: emitter, scope: scope, job: job)
        shared.entries[job.number] = entry
        return (entry, shared.state.arrive(job))
      }
      emitter.onTermination {
        scope.cancel()
        if self.leave(entry.job) { self.beginWaiting() }
      }
      if begins { begin(entry) }
    }
  }

  private func begin(_ entry: Entry) {
    entry.exchange.run(
      { event in
        guard event.isTerminal else { return entry.emitter.send(event) }
        // The slot is free before the end is told, and is given on after it.
        let hasLeft = self.leave(entry.job)
        entry.emitter.send(event)
        if hasLeft { self.beginWaiting() }
      }, entry.scope.child())
  }

  /// Whether it was still here.
  private func leave(_ job: ConcurrencyState.Job) -> Bool {
    let (hasLeft, gone) = shared.withLock { shared -> (Bool, Entry?) in
      let gone = shared.entries.removeValue(forKey: job.number)
      guard let admitted = shared.state.leave(job) else { return (false, gone) }
      shared.toBegin.insert(contentsOf: admitted.reversed(), at: 0)
      return (true, gone)
    }
    // Let go of here, with no lock held.
    _ = gone
    return hasLeft
  }

  /// Begins those that have been given a slot, unless somebody is at it already, who then begins
  /// these too.
  private func beginWaiting() {
    guard
      shared.withLock({ shared in
        defer { shared.isBeginning = true }
        return !shared.isBeginning
      })
    else { return }
    while let entry = nextToBegin() { begin(entry) }
  }

  /// Nil when there is none left, and nobody is at it any more.
  private func nextToBegin() -> Entry? {
    shared.withLock { shared in
      while let number = shared.toBegin.popLast() {
        // One that was cancelled meanwhile has left.
        if let entry = shared.entries[number] { return entry }
      }
      shared.isBeginning = false
      return nil
    }
  }
}
