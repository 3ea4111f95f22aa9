internal import Streams

/// Runs the exchanges that are shared and tells each member all of its exchange, in order, whenever
/// it came.
final class CoalescingDesk: Sendable {
  typealias Told = CoalescingState.Told

  private struct Member: Sendable {
    let emitter: Emitter<TransportEvent, TransportFailure>
    /// What it is still to be told of the past, and what came since; nil once it hears events as
    /// they come.
    var behind: [Told]?
  }

  private struct Shared: Sendable {
    var state: CoalescingState
    var members: [Int: Member] = [:]
    var runs: [Int: Subscription] = [:]
    var count = 0
  }

  private let shared: Lock<Shared>

  init(limit: Int) {
    shared = Lock(Shared(state: CoalescingState(limit: limit)))
  }

  func signal(
    for key: CoalescingState.Key, _ exchange: Signal<TransportEvent, TransportFailure>
  ) -> Signal<TransportEvent, TransportFailure> {
    Signal { [self] emitter in
      let run = Subscription()
      let (member, arrival) = shared.withLock { shared in
        shared.count += 1
        let member = shared.count
        let arrival = shared.state.arrive(member, for: key)
        switch arrival {
        case .begin(let number):
          shared.members[member] = Member(emitter: emitter)
          shared.runs[number] = run
        case .join(_, let told): shared.members[member] = Member(emitter: emitter, behind: told)
        }
        return (member, arrival)
      }
      switch arrival {
      case .begin(let number):
        emitter.onTermination { self.leave(member, number) }
        exchange.run({ event in self.tell(event, by: number) }, run.child())
      case .join(let number, _):
        emitter.onTermination { self.leave(member, number) }
        catchUp(member, emitter)
      }
    }
  }

  private func tell(_ event: Told, by number: Int) {
    let (emitters, over) = shared.withLock { shared in
      let emitters = shared.state.tell(event, by: number).sorted().compactMap { member in
        guard shared.members[member]?.behind == nil else {
          shared.members[member]?.behind?.append(event)
          return Emitter<TransportEvent, TransportFailure>?.none
        }
        return shared.members[member]?.emitter
      }
      return (emitters, event.isTerminal ? shared.runs.removeValue(forKey: number) : nil)
    }
    for emitter in emitters { emitter.send(event) }
    // Let go of here, with no lock held.
    _ = over
  }

  /// Tells a member of the past until there is none left; what comes meanwhile waits its turn.
  private func catchUp(_ member: Int, _ emitter: Emitter<TransportEvent, TransportFailure>) {
    while true {
      let batch = shared.withLock { shared -> [Told] in
        let batch = shared.members[member]?.behind ?? []
        shared.members[member]?.behind = batch.isEmpty ? nil : []
        return batch
      }
      if batch.isEmpty { return }
      for event in batch { emitter.send(event) }
    }
  }

  private func leave(_ member: Int, _ number: Int) {
    let (gone, run) = shared.withLock { shared in
      let gone = shared.members.removeValue(forKey: member)
      let isOver = shared.state.leave(member, number)
      return (gone, isOver ? shared.runs.removeValue(forKey: number) : nil)
    }
    run?.cancel()
    // Let go of here, with no lock held.
    _ = gone
  }
}
