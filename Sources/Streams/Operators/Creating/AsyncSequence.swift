extension Signal {
  /// The elements of an asynchronous sequence, as a cold signal.
  ///
  /// ```
  /// sequence           1--2--|
  /// Signal(sequence)   1--2--|
  /// ```
  ///
  /// Each observation goes through the sequence anew, in one task of its own, off the caller's
  /// actor, on `executor` when one is given; else where the test kit says, when the observation
  /// begins inside a `TestScheduler`'s advance or recording. The iterator never leaves that task,
  /// so it need not be `Sendable`. The next element is asked for when the one before has been
  /// delivered. Fails: as the sequence does, with a `CancellationError` of its own too. A cancel
  /// cancels the task and lets go of the sequence; what it throws or yields then goes nowhere.
  public init<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, executor: (any TaskExecutor)? = nil
  ) where Elements.Element == Value, Elements.Failure == Failure {
    self.init(elements: { elements }, executor: executor)
  }

  /// The elements of an asynchronous sequence that is made anew for each observation, in its task.
  ///
  /// For sequences that are not `Sendable`, or of elements that are not and are mapped to what is:
  ///
  /// ```swift
  /// let names = Signal<String, Never>(elements: { records().map { $0.name } })
  /// ```
  public init<Elements: AsyncSequence & SendableMetatype>(
    elements make: @escaping @Sendable () -> Elements, executor: (any TaskExecutor)? = nil
  ) where Elements.Element == Value, Elements.Failure == Failure {
    self.init(start: { receive, subscription in
      guard subscription.isActive else { return }
      let core = EmitterCore(receive, subscription)
      let task = Task(executorPreference: executor ?? Ambient.executor) {
        await deliver(make, to: core)
      }
      core.scope.onCancel { task.cancel() }
    })
  }
}

// MARK: - One observation

private func deliver<Elements: AsyncSequence & SendableMetatype>(
  _ make: @Sendable () -> Elements, to core: EmitterCore<Elements.Element, Elements.Failure>
) async {
  // Cancelled before its first turn, it makes nothing.
  guard core.scope.isActive else { return }
  do throws(Elements.Failure) {
    var iterator = make().makeAsyncIterator()
    while core.scope.isActive, let element = try await iterator.next(isolation: nil) {
      core.send(.value(element))
    }
    core.send(.finished)
  } catch {
    core.send(.failure(error))
  }
}
