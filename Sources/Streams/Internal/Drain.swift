public import Synchronization

/// Whether a drain is in use, and whether its owner finds more when it is done.
@frozen
@usableFromInline
enum DrainOwner: UInt8, AtomicRepresentable {
  case none, busy, busyWithMore
}

/// Makes the inputs of several producers serial, and loops of one producer flat.
///
/// Whoever finds the drain free owns it and handles its input at once: two atomic operations. An
/// input that arrives while it is owned, from another thread or from inside the handler, waits
/// in a queue and is handled by the owner before it leaves (G2). The same part therefore is the
/// trampoline: work that asks for more work of its kind is queued, not nested (G8).
///
/// No lock is held while an input is handled.
@usableFromInline
struct Drain<Input: Sendable>: ~Copyable, Sendable {
  @usableFromInline let owner = Atomic<DrainOwner>(.none)
  @usableFromInline let waiting = Lock<[Input]>([])

  @inlinable init() {}

  /// Handles `input` now, or leaves it to the owner. `handle` must mean the same at every call.
  @inlinable
  func send(_ input: Input, _ handle: (Input) -> Void) {
    if claim(input) { own(input, handle) }
  }

  /// The second half of `send`, for the one whose `claim` succeeded.
  @inlinable
  func own(_ input: Input, _ handle: (Input) -> Void) {
    handle(input)
    if !leave() { handleWaiting(handle) }
  }

  /// Like `send`; what `decide` answers is given to `perform` before the next input is decided:
  /// after leaving the drain when nothing waits, so that what `perform` delivers synchronously
  /// finds the drain free.
  @inlinable
  func send<Effect>(
    _ input: Input, _ decide: (Input) -> Effect?, then perform: (Effect) -> Void
  ) {
    guard claim(input) else { return }
    let effect = decide(input)
    if leave() {
      if let effect { perform(effect) }
      return
    }
    if let effect { perform(effect) }
    handleWaiting { if let effect = decide($0) { perform(effect) } }
  }

  /// Owns the drain, or puts the input in the queue.
  @inlinable
  func claim(_ input: Input) -> Bool {
    let (isFree, _) = owner.compareExchange(
      expected: .none, desired: .busy, successOrdering: .acquiring,
      failureOrdering: .relaxed)
    return isFree || claimSlowly(input)
  }

  /// Gives the drain up; false when inputs wait, and the drain is still owned.
  @inlinable
  func leave() -> Bool {
    owner.compareExchange(
      expected: .busy, desired: .none, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  // MARK: - The contended path

  @inlinable @inline(never)
  func claimSlowly(_ input: Input) -> Bool {
    waiting.withLock { waiting in
      if owner.exchange(.busyWithMore, ordering: .acquiring) == DrainOwner.none {
        // The owner left in the meantime, so nothing waits: become the owner.
        owner.store(.busy, ordering: .relaxed)
        return true
      }
      waiting.append(input)
      return false
    }
  }

  @inlinable @inline(never)
  func handleWaiting(_ handle: (Input) -> Void) {
    var batch: [Input] = []
    repeat {
      waiting.withLock { waiting in
        swap(&batch, &waiting)
        owner.store(.busy, ordering: .relaxed)
      }
      for input in batch { handle(input) }
      batch.removeAll(keepingCapacity: true)
    } while !leave()
  }
}
