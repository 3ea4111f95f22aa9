/// A queue: first in, first out, both ends in constant time on average.
@usableFromInline
struct Fifo<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { head == elements.count }

  @inlinable var count: Int { elements.count - head }

  @inlinable var first: Element? { head < elements.count ? elements[head] : nil }

  @inlinable
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    // The common case, a queue of one, without touching the rest.
    if head == 0, elements.count == 1 { return elements.removeLast() }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  @inlinable
  mutating func removeAll() {
    elements = []
    head = 0
  }
}

extension Fifo: Sendable where Element: Sendable {}
