internal import Streams

/// What is alive on a scheduler beside its agenda, and what was lost.
package struct Observations: Sendable {
  /// A plain observation, which ends, or goes away, without telling.
  private struct Noted: Sendable {
    let order: Int
    weak var observation: Subscription?
    let place: CallSite
  }

  private var living: [Int: Pending.Kind] = [:]
  private var noted: [Noted] = []
  private var sweepAt = 16
  private var misuses: [Misuse] = []
  private var next = 0

  /// How many plain observations are kept, those that are over and not yet swept among them.
  package var notedCount: Int { noted.count }

  mutating func add(_ kind: Pending.Kind) -> Int {
    defer { next += 1 }
    living[next] = kind
    return next
  }

  mutating func remove(_ token: Int) {
    living[token] = nil
  }

  /// Sweeps those that are over when they may be half of all. Answers with what it looked at: the
  /// last reference to an observation must not go away under a lock.
  mutating func add(_ observation: Subscription, at place: CallSite) -> [Subscription] {
    var seen: [Subscription] = []
    if noted.count >= sweepAt {
      noted.removeAll { entry in
        guard let observation = entry.observation else { return true }
        seen.append(observation)
        return !observation.isActive
      }
      sweepAt = max(16, noted.count * 2)
    }
    noted.append(Noted(order: next, observation: observation, place: place))
    next += 1
    return seen
  }

  mutating func add(_ misuse: Misuse) {
    misuses.append(misuse)
  }

  /// In the order of beginning, then of loss.
  var alive: [Pending] {
    let plain = noted.filter { $0.observation?.isActive ?? false }
      .map { (order: $0.order, kind: Pending.Kind.observation($0.place)) }
    return (living.map { (order: $0.key, kind: $0.value) } + plain)
      .sorted { $0.order < $1.order }.map { Pending(kind: $0.kind) }
      + misuses.map { Pending(kind: .misuse($0)) }
  }
}
