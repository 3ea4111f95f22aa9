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
  @frozen
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case active, cancelled, ended
  }

  private enum Entry: Sendable {
    case action(@Sendable () -> Void)
    case always(@Sendable () -> Void)
    case departure(@Sendable () -> Subscription?)
    case child(Subscription)
  }

  /// What is attached, in order. A child that is over stays, empty, until a sweep: children need
  /// not know their parent, and a parent of many short ones holds at most twice the living.
  private struct Entries: Sendable {
    var list: [Entry] = []
    var sweepAt = 16

    mutating func append(_ entry: Entry) {
      if list.count >= sweepAt {
        list.removeAll { if case .child(let child) = $0 { !child.isActive } else { false } }
        sweepAt = max(16, list.count * 2)
      }
      list.append(entry)
    }

    mutating func take() -> [Entry] {
      if list.isEmpty { return [] }
      defer { list = [] }
      return list
    }
  }

  @usableFromInline let phase = Atomic<Phase>(.active)
  /// How many observations this one runs inside of, each started by a closure of the one around.
  @usableFromInline let nesting: Int
  private let entries = Lock(Entries())

  /// A subscription that nothing is attached to yet; pass it to `observe(in:_:)`.
  public init() {
    nesting = 0
  }

  /// One that stands alone, but is started from inside another; see `startNested`.
  init(nesting: Int) {
    self.nesting = nesting
  }

  deinit {
    // What is over has let go of everything.
    guard phase.load(ordering: .relaxed) == .active else { return }
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
  public var isCancelled: Bool { phase.load(ordering: .acquiring) == .cancelled }

  /// Whether events may still be delivered: neither cancelled nor ended.
  @inlinable @inline(__always)
  package var isActive: Bool { phase.load(ordering: .acquiring) == .active }

  /// Stops the observation: every scope below is marked first, then what was registered with
  /// ``onCancel(_:)`` runs, in the order of registration, each once, with no lock held.
  public func cancel() {
    guard let entries = close(.cancelled), !entries.isEmpty else { return }
    Self.cancel(entries)
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
    if attach(.always(action)) != .active { action() }
  }

  /// Like `onClose`; what `action` answers with is not needed any more and cancelled: by the loop
  /// that cancels this observation, so that shared runs may stand on each other however deep (G8).
  func onDeparture(_ action: @escaping @Sendable () -> Subscription?) {
    if attach(.departure(action)) != .active { action()?.cancel() }
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
    if bag.scope.attach(.child(self)) != .active { cancel() }
  }

  /// Ends the observation: what was registered is released without being run, and what still runs
  /// below it is cancelled. Whoever made a scope ends it when its terminal event passes, before
  /// handing that event on (G6).
  ///
  /// False when it was cancelled, or ended, before: of an end and a cancel that meet, one wins.
  @discardableResult
  @usableFromInline
  package func end() -> Bool {
    guard let entries = close(.ended) else { return false }
    for entry in entries {
      switch entry {
      case .action: break
      case .always(let action): action()
      case .departure(let action): action()?.cancel()
      case .child(let child): child.cancel()
      }
    }
    return true
  }

  private func attachChild(nesting: Int) -> Subscription {
    let child = Subscription(nesting: nesting)
    if attach(.child(child)) != .active { child.cancel() }
    return child
  }

  // MARK: - Closing

  /// Attaches, if it is active; answers with the phase it is in.
  private func attach(_ entry: Entry) -> Phase {
    entries.withLock { entries in
      let phase = phase.load(ordering: .relaxed)
      if phase == .active { entries.append(entry) }
      return phase
    }
  }

  /// Moves out of `active`, with what was attached; nil when somebody else did.
  private func close(_ next: Phase) -> [Entry]? {
    entries.withLock { entries in
      guard phase.load(ordering: .relaxed) == .active else { return nil }
      phase.store(next, ordering: .releasing)
      return entries.take()
    }
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
