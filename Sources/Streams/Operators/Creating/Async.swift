extension Signal {
  /// The answer of an async function, as a cold signal.
  ///
  /// ```swift
  /// Signal<User, LoadError>(async: { () async throws(LoadError) in try await load() })
  /// ```
  ///
  /// Each observation runs `work` in a task of its own, off the caller's actor, on `executor`
  /// when one is given; else where the test kit says, when the observation begins inside a
  /// `TestScheduler`'s advance or recording. A cancel cancels the task, and nothing it answers is
  /// delivered then; one that comes before the task has had its first turn prevents the work.
  @_disfavoredOverload
  public init(
    async work: @escaping @Sendable () async throws(Failure) -> Value,
    executor: (any TaskExecutor)? = nil
  ) {
    self.init(start: { receive, subscription in
      guard subscription.isActive else { return }
      let core = EmitterCore(receive, subscription)
      let task = Task(executorPreference: executor ?? Ambient.executor) {
        guard core.scope.isActive else { return }
        switch await answer(of: work) {
        case .success(let value):
          core.send(.value(value))
          core.send(.finished)
        case .failure(let failure):
          core.send(.failure(failure))
        }
      }
      core.scope.onCancel { task.cancel() }
    })
  }
}

// MARK: -

private func answer<Value: Sendable, Failure: Error>(
  of work: @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(error)
  }
}
