/// A timer that an operator can name inside the timer's own action.
///
/// The ring operator → timer → action → operator is broken by `cancel`, which every operator
/// registers with `onClose`: nothing is pending and nothing held after an end or a cancel (G10).
final class DeferredTimer: Sendable {
  private let timer = Lock<(any SchedulerTimer)?>(nil)

  /// Takes the timer that everything here is about.
  func use(_ timer: any SchedulerTimer) {
    self.timer.withLock { $0 = timer }
  }

  func set(at instant: Instant) {
    timer.withLock { $0 }?.set(at: instant)
  }

  func cancel() {
    let ended = timer.withLock { timer in
      defer { timer = nil }
      return timer
    }
    ended?.cancel()
  }
}
