// A dispatch source may be used from any thread; the module does not say so yet on Linux.
@unsafe @preconcurrency public import Dispatch

/// Runs work on a serial dispatch queue, in real time.
///
/// Work is always queued, never run inside the call, also when the caller is on the queue: it
/// cannot overtake what was scheduled before. Time is the machine's uptime, which stands still
/// while the machine sleeps. All that wait on it share one timer source, which is armed again only
/// when the nearest deadline comes nearer or has passed: most time-outs are set and taken back
/// without a call to the system.
public struct DispatchScheduler: Scheduler {
  private let queue: DispatchQueue
  private let deadlines: DispatchDeadlines

  /// The main queue.
  public static let main = DispatchScheduler(queue: .main)

  /// A serial queue beside the main one, shared by all who ask for it.
  public static let background = DispatchScheduler(label: "streams.background", qos: .utility)

  /// A serial queue of its own, named `label`.
  public init(label: String, qos: DispatchQoS = .default) {
    self.init(queue: DispatchQueue(label: label, qos: qos))
  }

  /// A serial queue of the caller's. With a concurrent queue the order of actions is lost.
  public init(queue: DispatchQueue) {
    self.queue = queue
    deadlines = DispatchDeadlines(queue)
  }

  /// The uptime of the machine.
  public var now: Instant {
    .uptime
  }

  /// Queues `action`.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    queue.async(execute: action)
  }

  /// A timer on the queue. It never fires early; how late depends on the queue.
  public func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    DispatchTimer(deadlines, action)
  }
}

extension Scheduler where Self == DispatchScheduler {
  /// The main queue, as `receive(on: .main)` names it.
  public static var main: DispatchScheduler { DispatchScheduler.main }

  /// The shared queue beside the main one, as `subscribe(on: .background)` names it.
  public static var background: DispatchScheduler { DispatchScheduler.background }
}
