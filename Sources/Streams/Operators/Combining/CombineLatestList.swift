/// Delivers the latest values of all signals, in the order of the list, whenever one has a new
/// one.
///
/// ```
/// a                       1-----2--|
/// b                       ---7--------|
/// combineLatest([a, b])   ---[1,7]-[2,7]--|
/// ```
///
/// - Important: **An empty signal ends the whole**: when one finishes having never delivered a
///   value, the result finishes at once and the others are cancelled.
///
/// Ends: otherwise when all have. An empty list finishes at once. Fails: at once.
///
/// - Complexity: O(n) a value for n signals, which is the array delivered.
@inlinable
public func combineLatest<Value: Sendable, Failure: Error>(
  _ signals: [Signal<Value, Failure>]
) -> Signal<[Value], Failure> {
  guard !signals.isEmpty else { return .empty() }
  return Signal(over: signals) { signals, receive, subscription in
    guard subscription.isActive else { return }
    ListRun(LatestList(count: signals.count), receive, subscription).start(signals)
  }
}

// MARK: - What to do

/// The decisions of a combineLatest of a list: no lock, no observer.
@usableFromInline
struct LatestList<Value: Sendable>: ListState {
  @usableFromInline var latest: [Value?]
  /// Complete sets, kept so that an update changes one place.
  @usableFromInline var complete: [Value] = []
  @usableFromInline var lacking: Int
  @usableFromInline var running: Int

  @inlinable
  init(count: Int) {
    latest = Array(repeating: nil, count: count)
    lacking = count
    running = count
  }

  @inlinable
  mutating func receive(_ value: Value, from index: Int) -> ListEffect<Value> {
    if lacking == 0 {
      complete[index] = value
      return .deliver(complete)
    }
    if latest[index] == nil { lacking -= 1 }
    latest[index] = value
    guard lacking == 0 else { return .none }
    complete = latest.compactMap { $0 }
    return .deliver(complete)
  }

  @inlinable
  mutating func finished(_ index: Int) -> ListEffect<Value> {
    running -= 1
    return latest[index] == nil || running == 0 ? .end : .none
  }
}
