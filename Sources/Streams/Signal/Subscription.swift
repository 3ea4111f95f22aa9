public import Synchronization

/// One observation, seen from the side that can stop it.
///
/// It exists before the source starts, is the same object for every linear operator of a
/// pipeline, and can be cancelled from inside a handler. Letting go of it does **not** cancel:
/// ``store(in:)`` puts it in a ``SubscriptionBag`` that does.
///
/// Threads: every member may be called from any thread. ``cancel()`` is idempotent and does not
/// wait; called on the delivering thread nothing follows, called elsewhere at most the event
/// that is being handled (G5).
public final class Subscription: Sendable {
  /// An observation that nothing is attached to, as most are, closes without the lock. `answered`
  /// is a cancel by whoever has got the value it waited for.
  @frozen
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case bare, attached, ended, answered, cancelled

    @inlinable @inline(__always)
    var isActive: Bool { rawValue < Phase.ended.rawValue }
  }

  private enum Entry: Sendable {
    case action(@Sendable () -> Void)
    case always(@Sendable () -> Void)
    case departure(@Sendable () -> Subscription?)
    case child(Subscription)
    case waiter(Waiter<Void>)
  }

  /// What is attached, in order. A child that is over stays, empty, until a sweep: children need
  /// not know their parent, and a parent of many short ones holds at most twice the living.
  private struct Entries: Sendable {
    var list: [Entry] = []
    var sweepAt = 16
    var waiter: Waiter<Void>?

    mutating func append(_ entry: Entry) {
      if list.count >= sweepAt {
        list.removeAll { if case .child(let child) = $0 { !child.isActive } else { false } }
        sweepAt = max(16, list.count * 2)
      }
      list.append(entry)
    }

    /// The waiter goes on when everything else is done.
    mutating func take() -> [Entry] {
      if let waiter = waiter.take() { list.append(.waiter(waiter)) }
      if list.isEmpty { return [] }
      defer { list = [] }
      return list
    }
  }

  /// Leaves `bare` by a compare-and-swap; every other change is made under the lock.
  @usableFromInline let phase = Atomic<Phase>(.bare)
  /// How many observations this one runs inside of, each started by a closure of the one around.
  @usableFromInline let nesting: Int
  /// Where ends rise from that come from further down than one fuse is from the next.
  @usableFromInline let rise: Rise?
  private let entries = Lock(Entries())

  /// A subscription that nothing is attached to yet; pass it to `observe(in:_:)`.
  public init() {
    nesting = 0
    rise = nil
  }

  /// One that stands alone, but is started from inside another; see `startNested`.
  init(nesting: Int, _ rise: Rise?) {
    self.nesting = nesting
    self.rise = nesting < 63 ? nil : rise ?? Rise()
  }

  deinit {
    // What is over has let go of everything.
    guard phase.load(ordering: .relaxed) == .attached else { return }
    // Children are let go of one after another, not each by the one before (G8).
    var released = takeChildren()
    while var child = released.popLast() {
      if isKnownUniquelyReferenced(&child) { released.append(contentsOf: child.takeChildren()) }
    }
  }

  /// Lets go of everything but the children, and answers with these.
  private func takeChildren() -> [Subscription] {
    entries.withLock { $0.take() }
      .compactMap { if case .child(let child) = $0 { child } else { nil } }
  }

  /// Whether ``cancel()`` was called, here or on a scope above. An observation that ended by
  /// itself is not cancelled.
  public var isCancelled: Bool {
    phase.load(ordering: .acquiring).rawValue > Phase.ended.rawValue
  }

  /// Whether events may still be delivered: neither cancelled nor ended.
  @inlinable @inline(__always)
  package var isActive: Bool { phase.load(ordering: .acquiring).isActive }

  /// Stops the observation: every scope below is marked first, then what was registered with
  /// ``onCancel(_:)`` runs, in the order of registration, each once, with no lock held.
  @inlinable
  public func cancel() {
    cancel(.cancelled)
  }

  /// Cancels, as `answered` or as `cancelled`; of several, one wins.
  @inlinable
  func cancel(_ next: Phase) {
    if change(from: .bare, to: next) == .attached { cancelAttached(next) }
  }

  @usableFromInline
  func cancelAttached(_ next: Phase) {
    if let entries = close(next) { Self.cancel(entries) }
  }

  /// Runs `action` when this observation is cancelled: once, on the cancelling thread; at once
  /// when it is cancelled already; never when the observation ends by itself, in which case the
  /// closure is released at the end.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    if attach(.action(action)) == .cancelled { action() }
  }

  /// Runs `action` once when the observation is over, ended or cancelled; at once when it is.
  @usableFromInline
  package func onClose(_ action: @escaping @Sendable () -> Void) {
    if !attach(.always(action)).isActive { action() }
  }

  /// Like `onClose`; what `action` answers with is not needed any more and cancelled: by the loop
  /// that cancels this observation, so that shared runs may stand on each other however deep (G8).
  func onDeparture(_ action: @escaping @Sendable () -> Subscription?) {
    if !attach(.departure(action)).isActive { action()?.cancel() }
  }

  /// A scope that is cancelled with this one and can be cancelled, or end, on its own.
  public func child() -> Subscription {
    attachChild(nesting: nesting)
  }

  /// A child for a signal that a closure has made; see `startNested`.
  @usableFromInline
  func nested() -> Subscription {
    attachChild(nesting: nesting &+ 1)
  }

  /// Gives the observation to `bag`, which cancels it when the bag is released.
  public func store(in bag: SubscriptionBag) {
    if !bag.scope.attach(.child(self)).isActive { cancel() }
  }

  /// Ends the observation: what was registered is released without being run, and what still runs
  /// below it is cancelled. Whoever made a scope ends it when its terminal event passes, before
  /// handing that event on (G6).
  ///
  /// False when it was cancelled, or ended, before: of an end and a cancel that meet, one wins.
  @discardableResult
  @inlinable
  package func end() -> Bool {
    switch change(from: .bare, to: .ended) {
    case .bare: true
    case .attached: endAttached()
    case .ended, .answered, .cancelled: false
    }
  }

  @usableFromInline
  func endAttached() -> Bool {
    guard let entries = close(.ended) else { return false }
    for entry in entries {
      switch entry {
      case .action: break
      case .always(let action): action()
      case .departure(let action): action()?.cancel()
      case .child(let child): child.cancel()
      case .waiter(let waiter): waiter.resume(returning: ())
      }
    }
    return true
  }

  /// Suspends the task until the observation is over and all that was attached is done with.
  @usableFromInline
  nonisolated(nonsending)
    func untilOver() async
  {
    await Waiter<Void>.suspend { waiter in
      let isWaiting = entries.withLock { entries in
        let isActive = change(from: .bare, to: .attached).isActive
        if isActive { entries.waiter = waiter }
        return isActive
      }
      if !isWaiting { waiter.resume(returning: ()) }
    }
  }

  private func attachChild(nesting: Int) -> Subscription {
    let child = Subscription(nesting: nesting, rise)
    if !attach(.child(child)).isActive { child.cancel() }
    return child
  }

  // MARK: - Closing

  /// Attaches, if it is active; answers with the phase it is in.
  private func attach(_ entry: Entry) -> Phase {
    entries.withLock { entries in
      let phase = change(from: .bare, to: .attached)
      if phase.isActive { entries.append(entry) }
      return phase
    }
  }

  /// Moves out of `bare` or `attached`, with what was attached; nil when somebody else did.
  private func close(_ next: Phase) -> [Entry]? {
    let phase = change(from: .bare, to: next)
    if phase == .bare { return [] }
    guard phase == .attached else { return nil }
    return entries.withLock { entries in
      guard self.phase.load(ordering: .relaxed) == .attached else { return nil }
      self.phase.store(next, ordering: .releasing)
      return entries.take()
    }
  }

  /// The phase before.
  @inlinable @inline(__always)
  func change(from old: Phase, to new: Phase) -> Phase {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).original
  }

  private static func cancel(_ entries: [Entry]) {
    // The next one last.
    var left = Array(actions(of: entries).reversed())
    while let entry = left.popLast() {
      switch entry {
      case .action(let action), .always(let action): action()
      case .departure(let action):
        guard let scope = action(), let entries = scope.close(.cancelled) else { continue }
        left.append(contentsOf: actions(of: entries).reversed())
      case .child: break
      case .waiter(let waiter): waiter.resume(returning: ())
      }
    }
  }

  /// What is to be run, in order; every scope below is marked.
  private static func actions(of entries: [Entry]) -> [Entry] {
    var waiting = Array(entries.reversed())
    var actions: [Entry] = []
    while let entry = waiting.popLast() {
      guard case .child(let child) = entry else {
        actions.append(entry)
        continue
      }
      if let inner = child.close(.cancelled) { waiting.append(contentsOf: inner.reversed()) }
    }
    return actions
  }
}
