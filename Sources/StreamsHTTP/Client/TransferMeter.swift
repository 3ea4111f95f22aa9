/// Makes progress worth showing of what a transport tells: in each attempt a part that only grows,
/// of a total that does not change once it is known.
struct TransferMeter: Sendable {
  private var sent: ProgressCount?
  private var received = ProgressCount()

  init(body: HTTPBody) {
    sent = body.isPresent ? ProgressCount(total: body.knownLength) : nil
  }

  mutating func uploaded(_ progress: TransferProgress) -> [ExchangeStep] {
    [sent?.reach(progress.completed, of: progress.total)].compactMap { $0 }.map { .uploaded($0) }
  }

  /// A head was accepted: the server has what it was sent, and so many bytes are to come.
  mutating func accepted(expecting length: Int?) -> [ExchangeStep] {
    [sent?.complete()].compactMap { $0 }.map { .uploaded($0) }
      + [received.reach(0, of: length)].compactMap { $0 }.map { .received($0) }
  }

  /// So many bytes of the body have come in all.
  mutating func received(_ count: Int) -> [ExchangeStep] {
    [received.reach(count)].compactMap { $0 }.map { .received($0) }
  }

  mutating func finished() -> [ExchangeStep] {
    [received.complete()].compactMap { $0 }.map { .received($0) }
  }

  /// Another attempt begins: what was told begins anew, at zero.
  mutating func restarted() -> [ExchangeStep] {
    [sent?.restart()].compactMap { $0 }.map { .uploaded($0) }
      + [received.restart()].compactMap { $0 }.map { .received($0) }
  }
}

/// One direction of a transfer.
struct ProgressCount: Sendable {
  /// What is known before anything is told.
  private let announced: Int?
  private var total: Int?
  private var told: TransferProgress?

  init(total: Int? = nil) {
    announced = total
    self.total = total
  }

  /// What to tell; nil when it is nothing new, or less than was told.
  mutating func reach(_ completed: Int, of total: Int? = nil) -> TransferProgress? {
    if self.total == nil, let total { self.total = max(total, 0) }
    let count = min(max(completed, 0), self.total ?? .max)
    let progress = TransferProgress(completed: count, total: self.total)
    guard progress != told, count >= told?.completed ?? 0 else { return nil }
    told = progress
    return progress
  }

  /// There is no more to come: what there was is the whole.
  mutating func complete() -> TransferProgress? {
    guard let whole = total ?? told?.completed else { return nil }
    return reach(whole, of: whole)
  }

  mutating func restart() -> TransferProgress? {
    let isToBeTold = told.map { $0.completed > 0 } ?? false
    told = nil
    total = announced
    return isToBeTold ? reach(0) : nil
  }
}
