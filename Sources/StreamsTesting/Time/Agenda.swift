internal import Streams

/// What a ``TestScheduler`` has still to do: a binary heap ordered by due time, then by the order
/// of the calls that set it, and the jobs of async code.
struct Agenda: Sendable {
  /// One thing that is to happen; the id stays when its time is moved.
  struct Item: Sendable {
    var action: @Sendable (Instant) -> Void
    var kind: Pending.Kind
    var due: Instant?
    /// What it was set to, which may have passed already.
    var asked = Instant.zero
    /// The place among equals: a new one each time it is set.
    var order = 0
    var firings = 0
    /// Whether it is over when it has run once.
    var isOnce: Bool
  }

  private struct Place: Sendable {
    var due: Instant
    var order: Int
    var id: Int

    func isBefore(_ other: Place) -> Bool {
      due == other.due ? order < other.order : due < other.due
    }
  }

  var now = Instant.zero
  var jobs: [UnownedJob] = []
  private var items: [Int: Item] = [:]
  private var heap: [Place] = []
  private var nextID = 0
  private var nextOrder = 0
  private var armed = 0

  // MARK: - Items

  mutating func add(_ item: Item) -> Int {
    defer { nextID += 1 }
    items[nextID] = item
    return nextID
  }

  /// Sets, or moves, when the item happens; an instant that has passed means now.
  mutating func set(_ id: Int, at instant: Instant) {
    guard var item = items[id] else { return }
    if item.due == nil { armed += 1 }
    item.due = max(instant, now)
    item.asked = instant
    item.order = nextOrder
    nextOrder += 1
    items[id] = item
    push(Place(due: max(instant, now), order: item.order, id: id))
    if heap.count > 64, heap.count > armed * 2 { sweep() }
  }

  /// Takes an item out; what it captured is the caller's to release.
  mutating func remove(_ id: Int) -> Item? {
    guard let item = items.removeValue(forKey: id) else { return nil }
    if item.due != nil { armed -= 1 }
    return item
  }

  /// The next item due by `limit`, with time moved to its instant; nil when there is none.
  mutating func next(by limit: Instant) -> (action: @Sendable (Instant) -> Void, at: Instant)? {
    while let place = heap.first {
      guard isCurrent(place) else {
        pop()
        continue
      }
      guard place.due <= limit, var item = items[place.id] else { return nil }
      pop()
      armed -= 1
      now = max(now, place.due)
      item.due = nil
      item.firings += 1
      items[place.id] = item.isOnce ? nil : item
      return (item.action, item.asked)
    }
    return nil
  }

  /// What is still to come, in the order it will happen.
  var pending: [Pending] {
    items.filter { $0.value.due != nil }
      .sorted { ($0.value.due ?? .zero, $0.value.order) < ($1.value.due ?? .zero, $1.value.order) }
      .map { Pending(kind: $0.value.kind, due: $0.value.due, firings: $0.value.firings) }
  }

  // MARK: - Heap

  private func isCurrent(_ place: Place) -> Bool {
    guard let item = items[place.id] else { return false }
    return item.due != nil && item.order == place.order
  }

  /// Places whose item was moved or taken out are dropped when they outnumber the others.
  private mutating func sweep() {
    heap = heap.filter(isCurrent)
    for index in heap.indices.reversed() { sink(index) }
  }

  private mutating func push(_ place: Place) {
    heap.append(place)
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink(0)
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[first]) {
        first = child
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
