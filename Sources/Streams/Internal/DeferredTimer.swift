/// The one deadline of an operator, moved rather than made again.
///
/// The ring operator → timer → action → operator exists only while a deadline is set: an operator
/// that waits for something stays until it has come, one that waits for nothing is held by its
/// source alone and goes when the source goes. `cancel`, which every operator registers with
/// `onClose`, breaks the ring at once: nothing is pending and nothing held after an end or a
/// cancel (G10).
@usableFromInline
final class DeferredTimer<Owner: AnyObject & Sendable>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var timer: (any SchedulerTimer)?
    /// Whom the deadline is for, while one is set.
    @usableFromInline var owner: Owner?
    @usableFromInline var due = Instant.zero

    @inlinable init() {}
  }

  @usableFromInline let state = Lock(State())
  @usableFromInline let action: @Sendable (Owner, Instant) -> Void

  /// A timer that calls `action` with the owner and the instant that has come.
  @inlinable
  init(_ scheduler: any Scheduler, _ action: @escaping @Sendable (Owner, Instant) -> Void) {
    self.action = action
    let timer = scheduler.timer { [weak self] due in self?.fire(due) }
    state.withLock { $0.timer = timer }
  }

  /// Sets, or moves, the deadline and keeps `owner` until it has come. Calls are serial.
  @inlinable
  func set(at instant: Instant, for owner: Owner) {
    let timer = state.withLock { state -> (any SchedulerTimer)? in
      guard let timer = state.timer else { return nil }
      state.owner = owner
      state.due = instant
      return timer
    }
    timer?.set(at: instant)
  }

  @inlinable
  func cancel() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    ended.timer?.cancel()
  }

  @inlinable
  func fire(_ due: Instant) {
    let owner = state.withLock { state in
      // A deadline that was moved while it came is still waited for.
      defer { if state.due == due { state.owner = nil } }
      return state.owner
    }
    if let owner { action(owner, due) }
  }
}
