// A dispatch source may be used from any thread; the module does not say so yet on Linux.
@unsafe @preconcurrency public import Dispatch

/// Runs work on a serial dispatch queue, in real time.
///
/// Work is always queued, never run inside the call, also when the caller is on the queue: it
/// cannot overtake what was scheduled before. Time is the machine's uptime, which stands still
/// while the machine sleeps. A waiting operator owns one timer source, which is armed again only
/// when its deadline comes nearer or has come too early.
public struct DispatchScheduler: Scheduler {
  private let queue: DispatchQueue

  /// The main queue.
  public static let main = DispatchScheduler(queue: .main)

  /// A serial queue beside the main one, shared by all who ask for it.
  public static let background = DispatchScheduler(label: "streams.background", qos: .utility)

  /// A serial queue of its own, named `label`.
  public init(label: String, qos: DispatchQoS = .default) {
    queue = DispatchQueue(label: label, qos: qos)
  }

  /// A serial queue of the caller's. With a concurrent queue the order of actions is lost.
  public init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// The uptime of the machine.
  public var now: Instant {
    let nanoseconds = DispatchTime.now().uptimeNanoseconds
    return Instant(offset: .nanoseconds(Int64(clamping: nanoseconds)))
  }

  /// Queues `action`.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    queue.async(execute: action)
  }

  /// A timer on the queue. It never fires early; how late depends on the queue.
  public func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    DispatchTimer(queue, action)
  }
}

extension Scheduler where Self == DispatchScheduler {
  /// The main queue, as `receive(on: .main)` names it.
  public static var main: DispatchScheduler { DispatchScheduler.main }

  /// The shared queue beside the main one, as `subscribe(on: .background)` names it.
  public static var background: DispatchScheduler { DispatchScheduler.background }
}

// MARK: - One source, moved rather than made again

private final class DispatchTimer: SchedulerTimer {
  private struct State: Sendable {
    var action: (@Sendable (Instant) -> Void)?
    /// What the owner asked for; nil when nothing is pending.
    var deadline: Instant?
    /// What the source is armed for, which may be earlier than the deadline.
    var armed: Instant?
    var source: (any DispatchSourceTimer)?
  }

  private let queue: DispatchQueue
  private let state: Lock<State>

  init(_ queue: DispatchQueue, _ action: @escaping @Sendable (Instant) -> Void) {
    self.queue = queue
    state = Lock(State(action: action))
  }

  deinit {
    state.withLock { $0.source }?.cancel()
  }

  func set(at instant: Instant) {
    state.withLock { state in
      guard state.action != nil else { return }
      state.deadline = instant
      // What is due at once takes its place in the queue, behind what was queued before.
      guard instant > .zero else { return queue.async { [weak self] in self?.fire() } }
      arm(&state, instant)
    }
  }

  func cancel() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    ended.source?.cancel()
  }

  /// Talks to Dispatch only, which calls nobody back from here. A source that is armed for
  /// earlier stays so.
  private func arm(_ state: inout State, _ instant: Instant) {
    if let armed = state.armed, armed <= instant { return }
    state.armed = instant
    let source = state.source ?? makeSource()
    state.source = source
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: instant.uptimeNanoseconds))
  }

  private func makeSource() -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in
      guard let self else { return }
      state.withLock { $0.armed = nil }
      fire()
    }
    source.activate()
    return source
  }

  private func fire() {
    let due = state.withLock { state -> (@Sendable (Instant) -> Void, Instant)? in
      guard let deadline = state.deadline, let action = state.action else { return nil }
      let now = DispatchTime.now().uptimeNanoseconds
      guard deadline.uptimeNanoseconds <= now else {
        arm(&state, deadline)
        return nil
      }
      state.deadline = nil
      return (action, deadline)
    }
    if let (action, deadline) = due { action(deadline) }
  }
}

extension Instant {
  /// For Dispatch: clamped to what it can hold.
  fileprivate var uptimeNanoseconds: UInt64 {
    let (seconds, attoseconds) = offset.components
    guard seconds >= 0 else { return 0 }
    let nanoseconds = UInt64(attoseconds / 1_000_000_000)
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, whole < UInt64.max / 2 else { return UInt64.max / 2 }
    return whole + nanoseconds
  }
}
