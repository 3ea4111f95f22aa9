/// How many bytes of a body have gone, and of how many where that is known.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes so far in this attempt.
  public var completed: Int
  /// Bytes in all; nil while it is unknown.
  public var total: Int?

  /// So many bytes of so many.
  public init(completed: Int, total: Int? = nil) {
    self.completed = completed
    self.total = total
  }

  /// The part that has gone, from 0 to 1; nil while the total is unknown.
  public var fraction: Double? {
    guard let total else { return nil }
    guard total > 0 else { return 1 }
    return min(max(Double(completed) / Double(total), 0), 1)
  }
}
