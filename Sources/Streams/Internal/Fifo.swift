/// A queue: first in, first out, both ends in constant time on average.
///
/// What goes in is appended to one array; what comes out is taken from the end of another, which is
/// the first one turned around whenever it has run empty.
@usableFromInline
struct Fifo<Element> {
  @usableFromInline var incoming: [Element] = []
  @usableFromInline var outgoing: [Element] = []

  @inlinable init() {}

  @inlinable var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  @inlinable var count: Int { incoming.count + outgoing.count }

  @inlinable var first: Element? { outgoing.last ?? incoming.first }

  /// All of it, in order.
  @inlinable var elements: [Element] { outgoing.reversed() + incoming }

  @inlinable
  mutating func append(_ element: Element) {
    incoming.append(element)
  }

  @inlinable @inline(__always)
  mutating func popFirst() -> Element? {
    if outgoing.isEmpty {
      guard !incoming.isEmpty else { return nil }
      turnAround()
    }
    return outgoing.popLast()
  }

  @inlinable @inline(never)
  mutating func turnAround() {
    swap(&incoming, &outgoing)
    outgoing.reverse()
  }

  @inlinable
  mutating func removeAll() {
    incoming = []
    outgoing = []
  }
}

extension Fifo: Sendable where Element: Sendable {}
