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
    finished: @escaping @MainActor () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let subscription = scope?.child() ?? Subscription()
    receive(on: MainActorTurns()).run(
      { event in
        // Only a turn of the main actor delivers.
        MainActor.assumeIsolated {
          switch event {
          case .value(let next): value(next)
          case .failure(let reason): failure(reason)
          case .finished: finished()
          }
        }
      }, subscription, at: fileID, line)
    return subscription
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
    /// A struct, because a function that stands alone in a generic place is wrapped once more each
    /// time it is looked at there (seen with 6.3.1): each turn would need more stack than the last.
    private struct State: Sendable {
      var action: (@Sendable (Instant) -> Void)?
    }

    private let state: Lock<State>

    init(_ action: @escaping @Sendable (Instant) -> Void) {
      state = Lock(State(action: action))
    }

    func set(at instant: Instant) {
      Task { @MainActor in
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
}
