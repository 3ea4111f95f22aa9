internal import Streams

/// What a ``TestScheduler`` has still to do: the jobs of async code, and items ordered by due time,
/// then by the order of the calls that set them.
package struct Agenda: Sendable {
  /// One thing that is to happen.
  struct Item: Sendable {
    var action: @Sendable (Instant) -> Void
    var kind: Pending.Kind
    var due: Instant?
    /// What it was set to, which may have passed already.
    var asked = Instant.zero
    var firings = 0
    /// Whether it is over when it has run once.
    var isOnce: Bool
  }

  /// Names an item for as long as it exists, however often it is moved.
  struct ID: Sendable, Hashable {
    fileprivate var slot: Int
    fileprivate var turn: Int
  }

  /// A place for an item, used again when the item is gone.
  private struct Slot: Sendable {
    var item: Item?
    /// How many items have been here before.
    var turn = 0
  }

  private(set) var now = Instant.zero
  private var jobs: [UnownedJob] = []
  private var firstJob = 0
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var deadlines = DeadlineHeap()
  /// How often two places were compared: what the work grows with.
  package var comparisons: Int { deadlines.comparisons }

  // MARK: - Jobs

  var jobCount: Int { jobs.count - firstJob }

  mutating func add(_ job: UnownedJob) {
    jobs.append(job)
  }

  /// Takes the job that has waited longest; nil when there is none.
  mutating func nextJob() -> UnownedJob? {
    guard firstJob < jobs.count else { return nil }
    let job = jobs[firstJob]
    firstJob += 1
    if firstJob == jobs.count || firstJob > 1_000 && firstJob * 2 > jobs.count {
      jobs.removeSubrange(..<firstJob)
      firstJob = 0
    }
    return job
  }

  // MARK: - Items

  mutating func add(_ item: Item) -> ID {
    guard let slot = free.popLast() else {
      slots.append(Slot(item: item))
      return ID(slot: slots.count - 1, turn: 0)
    }
    slots[slot].item = item
    return ID(slot: slot, turn: slots[slot].turn)
  }

  /// Adds something that happens once, at `instant`.
  mutating func add(
    _ kind: Pending.Kind, at instant: Instant, _ action: @escaping @Sendable () -> Void
  ) -> ID {
    let id = add(Item(action: { _ in action() }, kind: kind, isOnce: true))
    set(id, at: instant)
    return id
  }

  /// Sets, or moves, when the item happens; an instant that has passed means now.
  mutating func set(_ id: ID, at instant: Instant) {
    guard slots[id.slot].turn == id.turn, slots[id.slot].item != nil else { return }
    // What is later than the last moment there is happens then.
    let due = max(min(instant, .distantFuture), now)
    slots[id.slot].item?.due = due
    slots[id.slot].item?.asked = instant
    deadlines.set(id.slot, at: due)
  }

  /// Takes an item out; what it captured is the caller's to release.
  mutating func remove(_ id: ID) -> Item? {
    guard slots[id.slot].turn == id.turn, let item = slots[id.slot].item else { return nil }
    deadlines.remove(id.slot)
    vacate(id.slot)
    return item
  }

  /// The next item due by `limit`, with time moved to its instant; nil when there is none.
  mutating func next(by limit: Instant) -> (action: @Sendable (Instant) -> Void, at: Instant)? {
    guard let (slot, due) = deadlines.first, due <= limit, var item = slots[slot].item else {
      return nil
    }
    deadlines.remove(slot)
    now = max(now, due)
    item.due = nil
    item.firings += 1
    if item.isOnce { vacate(slot) } else { slots[slot].item = item }
    return (item.action, item.asked)
  }

  /// Lets time pass to `instant`; it never goes back.
  mutating func pass(to instant: Instant) {
    now = max(now, min(instant, .distantFuture))
  }

  /// What is still to come, in the order it will happen.
  var pending: [Pending] {
    deadlines.sorted.compactMap { slot, _ in
      slots[slot].item.map { Pending(kind: $0.kind, due: $0.due, firings: $0.firings) }
    }
  }

  /// How many jobs and items there are.
  var count: Int { jobCount + deadlines.count }

  /// Whether the next item is due now.
  var isDue: Bool { deadlines.first.map { $0.due <= now } ?? false }

  /// How many places are held, by items or for those to come.
  package var capacity: Int { slots.count }

  private mutating func vacate(_ slot: Int) {
    slots[slot].item = nil
    slots[slot].turn += 1
    free.append(slot)
  }
}
