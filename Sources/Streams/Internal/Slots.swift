/// A list that is kept in the order of insertion and from which any element leaves in
/// logarithmic time: tokens ascend, so a token is found by halving; a place left empty is
/// reclaimed when half of the list is empty.
@usableFromInline
struct Slots<Element: Sendable>: Sendable {
  @frozen
  @usableFromInline
  struct Place: Sendable {
    @usableFromInline let token: Int
    @usableFromInline var element: Element?

    @inlinable
    init(token: Int, element: Element?) {
      self.token = token
      self.element = element
    }
  }

  /// The list as it was, to walk through with no lock held; places left empty are nil.
  @usableFromInline typealias Snapshot = [Place]

  @usableFromInline var places: Snapshot = []
  @usableFromInline var next = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// What is in the list, in order.
  @inlinable var elements: [Element] { places.compactMap(\.element) }

  /// Adds at the end and says under which token it leaves.
  @inlinable
  mutating func append(_ element: Element) -> Int {
    let token = next
    next += 1
    count += 1
    places.append(Place(token: token, element: element))
    return token
  }

  /// Takes the element out; nil when it has left already.
  @inlinable
  mutating func remove(_ token: Int) -> Element? {
    guard let index = index(of: token), let element = places[index].element else { return nil }
    count -= 1
    if index == places.count - 1 {
      places.removeLast()
    } else {
      places[index].element = nil
    }
    if count < places.count / 2 { places.removeAll { $0.element == nil } }
    return element
  }

  /// Takes everything out, in order.
  @inlinable
  mutating func removeAll() -> [Element] {
    defer { clear() }
    return elements
  }

  @inlinable
  mutating func clear() {
    places = []
    count = 0
  }

  @inlinable
  func index(of token: Int) -> Int? {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].token == token ? low : nil
  }
}
