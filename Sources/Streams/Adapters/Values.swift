/// What happens to values that come while the consumer of ``Signal/values`` is busy.
///
/// With a count of 0 none waits: a value goes to a consumer that waits for one, or is dropped. A
/// count below that is reported (``Misuse``) and taken for 0.
@frozen
public enum BufferingPolicy: Sendable, Hashable {
  /// All wait.
  case unbounded
  /// The first `count` wait, later ones are dropped.
  case bufferingOldest(Int)
  /// The last `count` wait, earlier ones are dropped.
  case bufferingNewest(Int)

  /// Itself, or with 0 and a report.
  @usableFromInline
  var checked: BufferingPolicy {
    switch self {
    case .unbounded: self
    case .bufferingOldest(let count):
      .bufferingOldest(Misuse.count(count, atLeast: 0, in: "values(.bufferingOldest)"))
    case .bufferingNewest(let count):
      .bufferingNewest(Misuse.count(count, atLeast: 0, in: "values(.bufferingNewest)"))
    }
  }
}

extension Signal {
  /// The values as an asynchronous sequence; all wait until they are asked for.
  ///
  /// ```swift
  /// for try await hit in search.values { show(hit) }
  /// ```
  @inlinable
  public var values: SignalValues<Value, Failure> { values(.unbounded) }

  /// The values as an asynchronous sequence.
  ///
  /// Each iterator is an observation of its own; it starts with its first `next`. The end is never
  /// dropped: a failure is thrown, typed, once, after the values that wait. The task's cancel
  /// cancels the observation at once when the task waits in `next`, else with its next `next`, and
  /// ends the loop; leaving the loop cancels too. A source that lets go of its ``Emitter`` without
  /// an end is reported (``Misuse``) and waited for like ``Signal/never()``, see `firstValue()`.
  @inlinable
  public func values(_ policy: BufferingPolicy) -> SignalValues<Value, Failure> {
    SignalValues(signal: self, policy: policy.checked)
  }
}

/// The values of a signal, for `for try await`.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Value

  @usableFromInline let signal: Signal<Value, Failure>
  @usableFromInline let policy: BufferingPolicy

  @inlinable
  init(signal: Signal<Value, Failure>, policy: BufferingPolicy) {
    self.signal = signal
    self.policy = policy
  }

  /// An observation that has not started yet.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(lifetime: ValuesLifetime(ValuesBuffer(signal, policy)))
  }

  /// One observation. Copies share it; it is cancelled when the last is gone. Several tasks may
  /// wait at once: each value goes to one of them, the end to all, and a failure to one while the
  /// others get nil. They share one observation: the cancel of one of these tasks ends it for all.
  /// Consumers that are to be independent observe a ``Signal/share()`` each.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    @usableFromInline let lifetime: ValuesLifetime<Value, Failure>

    @inlinable
    init(lifetime: ValuesLifetime<Value, Failure>) {
      self.lifetime = lifetime
    }

    /// The next value; nil at the end and after a cancel.
    @inlinable
    public mutating func next() async throws(Failure) -> Value? {
      try await lifetime.buffer.next().get()
    }

    /// The next value; nil at the end and after a cancel.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Value? {
      try await lifetime.buffer.next().get()
    }
  }
}

/// Cancels the observation when the last iterator is gone.
@usableFromInline
final class ValuesLifetime<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let buffer: ValuesBuffer<Value, Failure>

  @inlinable
  init(_ buffer: ValuesBuffer<Value, Failure>) {
    self.buffer = buffer
  }

  @inlinable
  deinit {
    buffer.cancel()
  }
}
