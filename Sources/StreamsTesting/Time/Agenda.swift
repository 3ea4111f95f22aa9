internal import Streams

/// What a ``TestScheduler`` has still to do: the jobs of async code, and items in a binary heap
/// ordered by due time, then by the order of the calls that set them.
///
/// An item knows its place in the heap, so that moving and taking out one of n costs O(log n) and
/// leaves nothing behind.
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
    /// Where it stands in the heap.
    var place: Int?
    /// How many items have been here before.
    var turn = 0
  }

  private struct Place: Sendable {
    var due: Instant
    /// The place among equals: a new one each time it is set.
    var order: Int
    var slot: Int

    func isBefore(_ other: Place) -> Bool {
      due == other.due ? order < other.order : due < other.due
    }
  }

  private(set) var now = Instant.zero
  private var jobs: [UnownedJob] = []
  private var firstJob = 0
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var heap: [Place] = []
  private var nextOrder = 0
  /// How often two places were compared: what the work grows with.
  package private(set) var comparisons = 0

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
    let place = Place(due: due, order: nextOrder, slot: id.slot)
    nextOrder += 1
    if let index = slots[id.slot].place {
      put(place, at: index)
      rise(sink(index))
    } else {
      heap.append(place)
      slots[id.slot].place = heap.count - 1
      rise(heap.count - 1)
    }
  }

  /// Takes an item out; what it captured is the caller's to release.
  mutating func remove(_ id: ID) -> Item? {
    guard slots[id.slot].turn == id.turn, let item = slots[id.slot].item else { return nil }
    if let index = slots[id.slot].place { takeOut(index) }
    vacate(id.slot)
    return item
  }

  /// The next item due by `limit`, with time moved to its instant; nil when there is none.
  mutating func next(by limit: Instant) -> (action: @Sendable (Instant) -> Void, at: Instant)? {
    guard let place = heap.first, place.due <= limit, var item = slots[place.slot].item else {
      return nil
    }
    takeOut(0)
    now = max(now, place.due)
    item.due = nil
    item.firings += 1
    if item.isOnce { vacate(place.slot) } else { slots[place.slot].item = item }
    return (item.action, item.asked)
  }

  /// Lets time pass to `instant`; it never goes back.
  mutating func pass(to instant: Instant) {
    now = max(now, min(instant, .distantFuture))
  }

  /// What is still to come, in the order it will happen.
  var pending: [Pending] {
    heap.sorted { $0.isBefore($1) }.compactMap { place in
      slots[place.slot].item.map { Pending(kind: $0.kind, due: $0.due, firings: $0.firings) }
    }
  }

  /// How many jobs and items there are.
  var count: Int { jobCount + heap.count }

  /// Whether the next item is due now.
  var isDue: Bool { heap.first.map { $0.due <= now } ?? false }

  /// How many places are held, by items or for those to come.
  package var capacity: Int { slots.count }

  private mutating func vacate(_ slot: Int) {
    slots[slot].item = nil
    slots[slot].turn += 1
    free.append(slot)
  }

  // MARK: - Heap

  private mutating func put(_ place: Place, at index: Int) {
    heap[index] = place
    slots[place.slot].place = index
  }

  private mutating func takeOut(_ index: Int) {
    slots[heap[index].slot].place = nil
    let last = heap.removeLast()
    guard index < heap.count else { return }
    put(last, at: index)
    rise(sink(index))
  }

  private mutating func rise(_ start: Int) {
    var index = start
    let place = heap[start]
    while index > 0, precedes(place, heap[(index - 1) / 2]) {
      put(heap[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    if index != start { put(place, at: index) }
  }

  /// Answers with where the place came to rest.
  private mutating func sink(_ start: Int) -> Int {
    var index = start
    let place = heap[start]
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], place) else { break }
      put(heap[child], at: index)
      index = child
    }
    if index != start { put(place, at: index) }
    return index
  }

  private mutating func precedes(_ place: Place, _ other: Place) -> Bool {
    comparisons += 1
    return place.isBefore(other)
  }
}
