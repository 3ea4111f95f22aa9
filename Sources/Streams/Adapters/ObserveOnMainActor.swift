extension Signal {
  /// Observes with handlers of the main actor: they reach its state without a hop of your own, and
  /// the compiler checks it.
  ///
  /// ```swift
  /// results.observeOnMainActor(value: { hits in model.hits = hits }).store(in: model.bag)
  /// ```
  ///
  /// Events arrive on the main actor, in order, never inside this call. After a cancel made on the
  /// main actor no handler is called. Values that come while the main actor is busy arrive
  /// together, in one turn: a task is made for a turn, not for a value.
  @discardableResult
  public func observeOnMainActor(
    in scope: Subscription? = nil,
    value: @escaping @MainActor (Value) -> Void = { _ in },
    failure: @escaping @MainActor (Failure) -> Void = { _ in },
    finished: @escaping @MainActor () -> Void = {}
  ) -> Subscription {
    receive(on: MainActorTurns()).observe(in: scope ?? Subscription()) { event in
      // Only a turn of the main actor delivers.
      MainActor.assumeIsolated {
        switch event {
        case .value(let next): value(next)
        case .failure(let reason): failure(reason)
        case .finished: finished()
        }
      }
    }
  }
}

// MARK: - Turns of the main actor

/// As much of a scheduler as `receive(on:)` needs: work as soon as possible.
private struct MainActorTurns: Scheduler {
  var now: Instant { .zero }

  func schedule(_ action: @escaping @Sendable () -> Void) {
    Task { @MainActor in action() }
  }

  func timer(_ action: @escaping @Sendable (Instant) -> Void) -> any SchedulerTimer {
    Timer(action)
  }

  private final class Timer: SchedulerTimer {
    private let action: Lock<(@Sendable (Instant) -> Void)?>

    init(_ action: @escaping @Sendable (Instant) -> Void) {
      self.action = Lock(action)
    }

    func set(at instant: Instant) {
      Task { @MainActor in action.withLock { $0 }?(instant) }
    }

    func cancel() {
      let action = action.withLock { action in
        defer { action = nil }
        return action
      }
      _ = action
    }
  }
}
