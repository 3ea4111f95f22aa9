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
  /// when it finished empty or the task was cancelled.
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

// A generic class looks its generic parts up each time one goes away, which costs as much as all
// the rest of a wait. So it has none: the answer stands in an object of its own, and what is
// awaited has no value.

@usableFromInline
final class FirstValueWait<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Answer = Result<Value?, Failure>

  @usableFromInline let scope = Subscription()
  @usableFromInline let outcome = Atomic(FirstValueOutcome.unknown)
  /// Set before the outcome is `awaited`.
  @usableFromInline let waiter = Lock<Waiter<Void>?>(nil)
  /// Written by the first event, before the outcome is; read when the outcome is an answer.
  @usableFromInline let answer = SerialState(Answer.success(nil))

  @inlinable init() {}

  /// Starts the work; true when the answer is there at once, and nothing has to be awaited.
  @inlinable
  func isAnswered(by source: Signal<Value, Failure>) -> Bool {
    source.start({ event in self.receive(event) }, scope)
    return outcome.load(ordering: .acquiring) == .answered
  }

  /// The answer; none where a cancel came first.
  @inlinable var result: Answer {
    outcome.load(ordering: .acquiring) == .answered ? answer.value : .success(nil)
  }

  @inlinable
  nonisolated(nonsending)
    func suspend() async
  {
    await withTaskCancellationHandler {
      await Waiter<Void>.suspend { waiter in
        self.waiter.withLock { $0 = waiter }
        if !change(from: .unknown, to: .awaited) { resume() }
      }
    } onCancel: {
      scope.cancel()
      become(.cancelled)
    }
  }

  /// Upstream is torn down before the task goes on.
  @inlinable
  func receive(_ event: Event<Value, Failure>) {
    guard scope.isActive else { return }
    switch event {
    case .value(let value):
      answer.value = .success(value)
      scope.cancel()
    case .failure(let failure):
      answer.value = .failure(failure)
      scope.end()
    case .finished: scope.end()
    }
    become(.answered)
  }

  /// Of an answer and a cancel that meet, the first counts.
  @inlinable
  func become(_ next: FirstValueOutcome) {
    if change(from: .unknown, to: next) { return }
    if change(from: .awaited, to: next) { resume() }
  }

  @inlinable
  func change(from old: FirstValueOutcome, to new: FirstValueOutcome) -> Bool {
    outcome.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  @inlinable
  func resume() {
    waiter.withLock { $0.take() }?.resume(returning: ())
  }
}

@frozen
@usableFromInline
enum FirstValueOutcome: UInt8, AtomicRepresentable {
  case unknown, awaited, answered, cancelled
}
