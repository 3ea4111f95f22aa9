/// Delivers the nth values of all signals together, in the order of the list.
///
/// ```
/// a             1--2-----3--|
/// b             ---7--8--------|
/// zip([a, b])   ---[1,7]-[2,8]--|
/// ```
///
/// Ends: as soon as a signal has finished and its values are used up; the others are cancelled
/// first. An empty list finishes at once. Fails: at once, dropping what waits.
///
/// - Complexity: O(n) an array of n.
@inlinable
public func zip<Value: Sendable, Failure: Error>(
  _ signals: [Signal<Value, Failure>]
) -> Signal<[Value], Failure> {
  guard !signals.isEmpty else { return .empty() }
  return Signal(over: signals) { signals, receive, subscription in
    guard subscription.isActive else { return }
    ListRun(ZipList(count: signals.count), receive, subscription).start(signals)
  }
}

// MARK: - What to do

/// The decisions of a zip of a list: no lock, no observer.
@usableFromInline
struct ZipList<Value: Sendable>: ListState {
  @usableFromInline var queues: [Fifo<Value>]
  @usableFromInline var isDone: [Bool]
  /// How many queues have nothing.
  @usableFromInline var lacking: Int

  @inlinable
  init(count: Int) {
    queues = Array(repeating: Fifo(), count: count)
    isDone = Array(repeating: false, count: count)
    lacking = count
  }

  @inlinable
  mutating func receive(_ value: Value, from index: Int) -> ListEffect<Value> {
    if queues[index].isEmpty { lacking -= 1 }
    queues[index].append(value)
    guard lacking == 0 else { return .none }
    var values: [Value] = []
    values.reserveCapacity(queues.count)
    var isOver = false
    for index in queues.indices {
      if let value = queues[index].popFirst() { values.append(value) }
      guard queues[index].isEmpty else { continue }
      lacking += 1
      if isDone[index] { isOver = true }
    }
    return isOver ? .deliverThenEnd(values) : .deliver(values)
  }

  @inlinable
  mutating func finished(_ index: Int) -> ListEffect<Value> {
    isDone[index] = true
    return queues[index].isEmpty ? .end : .none
  }
}
