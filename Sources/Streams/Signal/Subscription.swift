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
    case child(Subscription)
    case always(@Sendable () -> Void)
  }

  @usableFromInline let phase = Atomic<Phase>(.active)
  private let entries = Lock(Slots<Entry>())
  private weak let parent: Subscription?
  private let token: Atomic<Int>

  /// A subscription that nothing is attached to yet; pass it to `observe(in:_:)`.
  public init() {
    parent = nil
    token = Atomic(0)
  }

  private init(parent: Subscription) {
    self.parent = parent
    token = Atomic(-1)
  }

  deinit {
    // Children are let go of one after another, not each by the one before (G8).
    var released = entries.withLock { $0.removeAll() }
    while let entry = released.popLast() {
      guard case .child(var child) = entry else { continue }
      if isKnownUniquelyReferenced(&child) {
        released.append(contentsOf: child.entries.withLock { $0.removeAll() })
      }
    }
  }

  /// Whether ``cancel()`` was called, here or on a scope above. An observation that ended by
  /// itself is not cancelled.
  public var isCancelled: Bool { phase.load(ordering: .acquiring) == Phase.cancelled }

  /// Whether events may still be delivered: neither cancelled nor ended.
  @inlinable
  package var isActive: Bool { phase.load(ordering: .acquiring) == Phase.active }

  /// Stops the observation: every scope below is marked first, then what was registered with
  /// ``onCancel(_:)`` runs, in the order of registration, each once, with no lock held.
  public func cancel() {
    guard let entries = close(.cancelled) else { return }
    parent?.forget(token.load(ordering: .acquiring))
    Self.cancel(entries)
  }

  /// Runs `action` when this observation is cancelled: once, on the cancelling thread; at once
  /// when it is cancelled already; never when the observation ends by itself, in which case the
  /// closure is released at the end.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    let phase = entries.withLock { entries in
      let phase = self.phase.load(ordering: .relaxed)
      if phase == Phase.active { _ = entries.append(.action(action)) }
      return phase
    }
    if phase == Phase.cancelled { action() }
  }

  /// A scope that is cancelled with this one and can be cancelled, or end, on its own.
  public func child() -> Subscription {
    let child = Subscription(parent: self)
    let isAttached = entries.withLock { entries in
      guard self.phase.load(ordering: .relaxed) == Phase.active else { return false }
      child.token.store(entries.append(.child(child)), ordering: .releasing)
      return true
    }
    if !isAttached { child.cancel() }
    return child
  }

  /// Gives the observation to `bag`, which cancels it when the bag is released. It leaves the
  /// bag by itself when it ends.
  public func store(in bag: SubscriptionBag) {
    let scope = bag.scope
    let token = scope.entries.withLock { entries -> Int? in
      guard scope.isActive else { return nil }
      return entries.append(.child(self))
    }
    guard let token else { return cancel() }
    onClose { [weak scope] in scope?.forget(token) }
  }

  /// Runs `action` once when the observation is over, ended or cancelled; at once when it is.
  package func onClose(_ action: @escaping @Sendable () -> Void) {
    let isOpen = entries.withLock { entries in
      guard self.phase.load(ordering: .relaxed) == Phase.active else { return false }
      _ = entries.append(.always(action))
      return true
    }
    if !isOpen { action() }
  }

  /// Ends the observation: what was registered is released without being run, the scope leaves
  /// its parent, and what still runs below it is cancelled. Whoever made a scope ends it when
  /// its terminal event passes, before handing that event on (G6).
  ///
  /// False when it was cancelled, or ended, before: of an end and a cancel that meet, one wins.
  @discardableResult
  @usableFromInline
  package func end() -> Bool {
    guard let entries = close(.ended) else { return false }
    parent?.forget(token.load(ordering: .acquiring))
    for entry in entries {
      switch entry {
      case .action: break
      case .child(let child): child.cancel()
      case .always(let action): action()
      }
    }
    return true
  }

  /// How many things are attached: actions and living children.
  package var attachmentCount: Int { entries.withLock { $0.count } }

  // MARK: - Closing

  /// Moves out of `active`; nil when somebody else did.
  private func close(_ next: Phase) -> [Entry]? {
    entries.withLock { entries in
      guard phase.load(ordering: .relaxed) == Phase.active else { return nil }
      phase.store(next, ordering: .releasing)
      return entries.isEmpty ? [] : entries.removeAll()
    }
  }

  private func forget(_ token: Int) {
    _ = entries.withLock { $0.remove(token) }
  }

  private static func cancel(_ entries: [Entry]) {
    guard !entries.isEmpty else { return }
    var waiting = Array(entries.reversed())
    var actions: [@Sendable () -> Void] = []
    while let entry = waiting.popLast() {
      switch entry {
      case .action(let action), .always(let action): actions.append(action)
      case .child(let child):
        if let inner = child.close(.cancelled) { waiting.append(contentsOf: inner.reversed()) }
      }
    }
    for action in actions { action() }
  }
}
