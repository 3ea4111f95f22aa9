/// Deadlines in a binary heap, ordered by instant, then by the order of the calls that set them.
///
/// A deadline belongs to a slot, a small number its owner gives out, and knows its place in the
/// heap: moving and taking out one of n costs O(log n) and leaves nothing behind.
package struct DeadlineHeap: Sendable {
  private struct Entry: Sendable {
    var due: Instant
    /// The place among equals: a new one each time it is set.
    var order: Int
    var slot: Int

    func isBefore(_ other: Entry) -> Bool {
      due == other.due ? order < other.order : due < other.due
    }
  }

  private static let nowhere = -1

  private var heap: [Entry] = []
  /// Where the deadline of each slot stands.
  private var places: [Int] = []
  private var nextOrder = 0
  /// How often two entries were compared: what the work grows with.
  package private(set) var comparisons = 0

  package init() {}

  package var count: Int { heap.count }

  /// The slot of the earliest deadline, and that.
  package var first: (slot: Int, due: Instant)? { heap.first.map { ($0.slot, $0.due) } }

  /// Slots and their deadlines, earliest first.
  package var sorted: [(slot: Int, due: Instant)] {
    heap.sorted { $0.isBefore($1) }.map { ($0.slot, $0.due) }
  }

  /// Sets, or moves, the deadline of a slot, behind what is due at the same instant.
  package mutating func set(_ slot: Int, at due: Instant) {
    let entry = Entry(due: due, order: nextOrder, slot: slot)
    nextOrder += 1
    while places.count <= slot { places.append(Self.nowhere) }
    if places[slot] == Self.nowhere {
      heap.append(entry)
      places[slot] = heap.count - 1
    } else {
      heap[places[slot]] = entry
    }
    rise(sink(places[slot]))
  }

  /// Takes the deadline of a slot out; without one, nothing happens.
  package mutating func remove(_ slot: Int) {
    guard slot < places.count, places[slot] != Self.nowhere else { return }
    let index = places[slot]
    places[slot] = Self.nowhere
    let last = heap.removeLast()
    guard index < heap.count else { return }
    put(last, at: index)
    rise(sink(index))
  }

  private mutating func put(_ entry: Entry, at index: Int) {
    heap[index] = entry
    places[entry.slot] = index
  }

  private mutating func rise(_ start: Int) {
    var index = start
    let entry = heap[start]
    while index > 0, precedes(entry, heap[(index - 1) / 2]) {
      put(heap[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    if index != start { put(entry, at: index) }
  }

  /// Answers with where the entry came to rest.
  private mutating func sink(_ start: Int) -> Int {
    var index = start
    let entry = heap[start]
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], entry) else { break }
      put(heap[child], at: index)
      index = child
    }
    if index != start { put(entry, at: index) }
    return index
  }

  private mutating func precedes(_ entry: Entry, _ other: Entry) -> Bool {
    comparisons += 1
    return entry.isBefore(other)
  }
}
