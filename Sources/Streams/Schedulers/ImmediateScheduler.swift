/// Runs everything at once, in the call that schedules it: time does not pass, every deadline has
/// come. For previews and for tests of pipelines whose waiting does not matter.
///
/// A timer that is set again from its own action runs again after the action has returned, not
/// inside it. A repeating `timer(every:)` therefore only ends when it is cancelled.
///
/// As a `Clock` it sleeps in no time: ``now`` is the beginning of the time line until a sleep has
/// moved it to its deadline, for all copies, so that a loop that sleeps until some moment gets
/// there.
public struct ImmediateScheduler: Scheduler, Clock {
  /// A moment on its time line.
  public typealias Instant = Streams.Instant

  private let slept = SleptTime()

  /// An immediate scheduler.
  public init() {}

  /// The latest moment that was slept until; the beginning of the time line before.
  public var now: Instant { slept.now.withLock { $0 } }

  /// No step is too small.
  public var minimumResolution: Duration { .zero }

  /// Runs `action` now.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// A timer whose instants have always come.
  public func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    ImmediateTimer(action)
  }

  /// Comes back at once, having let others run, with ``now`` moved to `deadline` if that is later.
  ///
  /// Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    slept.now.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

// MARK: -

private final class SleptTime: Sendable {
  let now = Lock(Instant.zero)
}

private final class ImmediateTimer: SchedulerTimer {
  /// A struct, because a function that stands alone in a generic place is wrapped once more each
  /// time it is looked at there (seen with 6.3.1): a timer set often would grow without end.
  private struct State: Sendable {
    var action: (@Sendable (Instant) -> Void)?
  }

  private let state: Lock<State>
  private let firings = Drain<Instant>()

  init(_ action: @escaping @Sendable (Instant) -> Void) {
    state = Lock(State(action: action))
  }

  func set(at instant: Instant) {
    firings.send(instant) { instant in
      let state = state.withLock { $0 }
      state.action?(instant)
    }
  }

  func cancel() {
    // Taken out under the lock, released after it.
    _ = state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
