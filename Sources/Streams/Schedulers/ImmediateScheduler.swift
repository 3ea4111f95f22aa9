/// Runs everything at once, in the call that schedules it: time does not pass, every deadline has
/// come. For previews and for tests of pipelines whose waiting does not matter.
///
/// A timer that is set again from its own action runs again after the action has returned, not
/// inside it. A repeating `timer(every:)` therefore only ends when it is cancelled.
public struct ImmediateScheduler: Scheduler {
  /// An immediate scheduler.
  public init() {}

  /// Always the beginning of the time line.
  public var now: Instant { .zero }

  /// Runs `action` now.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// A timer whose instants have always come.
  public func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    ImmediateTimer(action)
  }
}

// MARK: -

private final class ImmediateTimer: SchedulerTimer {
  private let action: Lock<(@Sendable (Instant) -> Void)?>
  private let firings = Drain<Instant>()

  init(_ action: @escaping @Sendable (Instant) -> Void) {
    self.action = Lock(action)
  }

  func set(at instant: Instant) {
    firings.send(instant) { instant in
      let action = self.action.withLock { $0 }
      action?(instant)
    }
  }

  func cancel() {
    // Taken out under the lock, released after it.
    _ = action.withLock { action in
      defer { action = nil }
      return action
    }
  }
}
