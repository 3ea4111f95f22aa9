extension Signal where Value == Int, Failure == Never {
  /// Counts from 0 at a fixed rate, for ever.
  ///
  /// ```
  /// timer(every: 3)   ---0--1--2--3-
  /// ```
  ///
  /// The first tick comes after one interval. Ticks stay on the grid of the start: a late one
  /// moves none of the others, and several that were missed come as one. An interval that is not
  /// positive counts as one nanosecond.
  public static func timer(every interval: Duration, scheduler: some Scheduler) -> Signal {
    Signal(start: { receive, subscription in
      guard subscription.isActive else { return }
      TickRun(Swift.max(interval, .nanoseconds(1)), scheduler, receive, subscription).start()
    })
  }
}

// MARK: - One observation

private final class TickRun: Sendable {
  private let interval: Duration
  private let scheduler: any Scheduler
  private let subscription: Subscription
  private let receive: Signal<Int, Never>.Receive
  private let count = SerialState(0)
  private let timer: DeferredTimer<TickRun>

  init(
    _ interval: Duration, _ scheduler: any Scheduler,
    _ receive: @escaping Signal<Int, Never>.Receive, _ subscription: Subscription
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.receive = receive
    self.subscription = subscription
    timer = DeferredTimer(scheduler) { run, deadline in run.tick(deadline) }
  }

  func start() {
    subscription.onClose { [timer] in timer.cancel() }
    timer.set(at: scheduler.now.advanced(by: interval), for: self)
  }

  private func tick(_ deadline: Instant) {
    guard subscription.isActive else { return }
    let tick = count.value
    count.value += 1
    receive(.value(tick))
    guard subscription.isActive else { return }
    timer.set(at: next(after: deadline), for: self)
  }

  /// The next point of the grid that is still to come.
  private func next(after deadline: Instant) -> Instant {
    let next = deadline.advanced(by: interval)
    let late = next.duration(to: scheduler.now)
    guard late > .zero else { return next }
    let missed = (late / interval).rounded(.down)
    return next.advanced(by: interval * Int64(min(missed, 0x1p52)))
  }
}
