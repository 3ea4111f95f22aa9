/// Where and when work runs: the only way an operator knows time.
///
/// What a scheduler promises: actions run one after another, each after the call that scheduled
/// it (``ImmediateScheduler`` runs them inside it); equal instants run in the order of the calls;
/// an instant that has passed means now. Threads: every member may be called from any.
public protocol Scheduler: Sendable {
  /// The present moment on this scheduler's time line. It never goes back.
  var now: Instant { get }

  /// Runs `action` as soon as possible, after what was scheduled before.
  func schedule(_ action: @escaping @Sendable () -> Void)

  /// A timer that runs `action` each time an instant it was set to has come. It holds the action
  /// until it is cancelled, and is cancelled when it is let go of.
  func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer
}

/// One pending deadline that can be moved.
///
/// An operator that waits keeps one for an observation and moves it, rather than making a new
/// one for each value. The action is told the instant it runs for: when a timer is moved while
/// its action is about to run on another thread, that is how the owner can tell.
public protocol SchedulerTimer: Sendable {
  /// Runs the action at `instant`, and not at the one set before, if that is still to come.
  func set(at instant: Instant)

  /// Runs the action never again and lets go of it. Idempotent.
  func cancel()
}

extension Scheduler {
  /// This scheduler as an executor, where it is one, as the test kit's is; nil means the system's.
  /// Whatever bridges async code passes it on, so that the code runs where its waits do:
  ///
  /// ```swift
  /// Signal(async: { await token() }, executor: scheduler.taskExecutor)
  /// ```
  public var taskExecutor: (any TaskExecutor)? { self as? any TaskExecutor }

  /// Runs `action` at `instant`, once, unless the answer is cancelled before. Letting go of the
  /// answer does not cancel.
  @discardableResult
  public func schedule(
    at instant: Instant, _ action: @escaping @Sendable () -> Void
  ) -> any SchedulerTimer {
    let once = OneShot(action)
    let timer = timer { _ in once.run() }
    once.arm(timer)
    timer.set(at: instant)
    return timer
  }

  /// Runs `action` after `interval`, once, unless the answer is cancelled before.
  @discardableResult
  public func schedule(
    after interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any SchedulerTimer {
    schedule(at: now.advanced(by: interval), action)
  }
}

// MARK: - A timer that lets go of itself

/// Breaks the ring timer → action → timer when the action has run.
private final class OneShot: Sendable {
  private struct State: Sendable {
    var action: (@Sendable () -> Void)?
    var timer: (any SchedulerTimer)?
    var isDone = false
  }

  private let state: Lock<State>

  init(_ action: @escaping @Sendable () -> Void) {
    state = Lock(State(action: action))
  }

  func arm(_ timer: any SchedulerTimer) {
    state.withLock { if !$0.isDone { $0.timer = timer } }
  }

  func run() {
    let done = state.withLock { state in
      defer { state = State(isDone: true) }
      return state
    }
    done.action?()
    done.timer?.cancel()
  }
}
