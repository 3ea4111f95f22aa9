public import Synchronization

extension Signal {
  /// Waits for the first value.
  ///
  /// ```swift
  /// let profile = try await client.send(.user(7)).firstValue()
  /// ```
  ///
  /// Nil when the signal finishes without one, and when the waiting task is cancelled: at once, and
  /// without starting anything when it was before. Throws the signal's own failure. The work
  /// starts with the call, where the caller runs, and is cancelled with the first value or with the
  /// task. A value that is there at once is given without a suspension.
  ///
  /// What the source does inside its start, before it returns, is not interrupted by the task's
  /// cancel, as no synchronous function is; an answer given there counts. Where it gave none, the
  /// cancel is obeyed as soon as it returns. A loop over ``values`` obeys there too: take it for a
  /// source that may search at length without a pause.
  ///
  /// A source that lets go of its ``Emitter`` without an end is reported (``Misuse``) and then is
  /// as ``Signal/never()``: it goes on waiting until the task is cancelled. Nil would say that the
  /// source has finished, and no failure of the signal's own type is there to be thrown; a
  /// `timeout` before the wait gives it one.
  @inlinable
  nonisolated(nonsending)
    public func firstValue() async throws(Failure) -> Value?
  {
    guard !Task.isCancelled else { return nil }
    let wait = FirstValueWait<Value, Failure>()
    if !wait.isAnswered(by: self) { await wait.suspend() }
    return try wait.result.get()
  }

  /// Waits for the first value or the failure, without throwing: ``firstValue()`` as a value. Nil
  /// when it finished empty or the task was cancelled. A source that let go of its ``Emitter``
  /// without an end is waited for as there.
  @inlinable
  nonisolated(nonsending)
    public func result() async -> Result<Value, Failure>?
  {
    guard !Task.isCancelled else { return nil }
    let wait = FirstValueWait<Value, Failure>()
    if !wait.isAnswered(by: self) { await wait.suspend() }
    return switch wait.result {
    case .success(let value): value.map { .success($0) }
    case .failure(let failure): .failure(failure)
    }
  }
}

// MARK: - One answer, one winner

/// The answer, in one object with the scope of the work, which knows of an answer and a cancel
/// that meet which came first.
///
/// Generic in the whole answer: what a generic object holds of a type that it would have to put
/// together costs a look-up when the object goes away, as much as all the rest of a wait.
@frozen
@usableFromInline
struct FirstAnswer<Answer: Sendable>: Sendable {
  @usableFromInline let scope = Subscription()
  /// Written by the first event, before the scope closes; read when an event has closed it.
  @usableFromInline var answer: Answer

  @inlinable
  init(_ answer: Answer) {
    self.answer = answer
  }
}

@frozen
@usableFromInline
struct FirstValueWait<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias State = SerialState<FirstAnswer<Result<Value?, Failure>>>

  @usableFromInline let state = State(FirstAnswer(.success(nil)))
  @usableFromInline let scope: Subscription

  @inlinable init() {
    scope = state.value.scope
  }

  /// Starts the work; true when the answer is there at once, and nothing has to be awaited.
  @inlinable
  func isAnswered(by source: Signal<Value, Failure>) -> Bool {
    let state = state
    source.start({ event in Self.receive(event, state) }, scope)
    return !scope.isActive
  }

  @inlinable
  nonisolated(nonsending)
    func suspend() async
  {
    let scope = scope
    await withTaskCancellationHandler {
      await scope.untilOver()
    } onCancel: {
      scope.cancel()
    }
  }

  /// The answer; none where a cancel came first.
  @inlinable var result: Result<Value?, Failure> {
    scope.phase.load(ordering: .acquiring) == .cancelled ? .success(nil) : state.value.answer
  }

  /// Upstream is torn down before the task goes on.
  @inlinable
  static func receive(_ event: Event<Value, Failure>, _ state: State) {
    let scope = state.value.scope
    guard scope.isActive else { return }
    switch event {
    case .value(let value):
      state.value.answer = .success(value)
      scope.cancel(.answered)
    case .failure(let failure):
      state.value.answer = .failure(failure)
      scope.end()
    case .finished: scope.end()
    }
  }
}
