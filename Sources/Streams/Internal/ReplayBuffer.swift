/// The values a subject has for an observer that comes later.
///
/// It is as large as what it holds, not as what it may hold.
@usableFromInline
struct ReplayBuffer<Value: Sendable>: Sendable {
  /// How many values are kept.
  @usableFromInline let limit: Int
  /// Whether the values are also for those who come after the end.
  @usableFromInline let outlivesEnd: Bool
  @usableFromInline var values = Fifo<Value>()

  @usableFromInline
  init(limit: Int, outlivesEnd: Bool) {
    self.limit = max(0, limit)
    self.outlivesEnd = outlivesEnd
  }

  /// Keeps the value; answers with the one it no longer keeps, to be released with no lock held.
  @inlinable
  mutating func append(_ value: Value) -> Value? {
    guard limit > 0 else { return nil }
    let dropped = values.count == limit ? values.popFirst() : nil
    values.append(value)
    return dropped
  }

  /// What is remembered, oldest first.
  @usableFromInline
  var remembered: [Value] { values.elements }
}
