/// A source that has a value: each observer gets the current one first, then those that follow.
///
/// After the end there is only the end, and setting or sending changes nothing. Threads: any;
/// ``value`` changes when a value is sent, also while an earlier one is still being delivered.
public final class CurrentValueSubject<Value: Sendable, Failure: Error>: Subject {
  @usableFromInline let hub = Hub<Value, Failure>(ReplayBuffer(limit: 1, outlivesEnd: false))

  /// A subject whose value is `value`.
  public init(_ value: Value) {
    hub.send(.value(value))
  }

  /// The current value; the last one after an end. Setting it sends it, and does nothing after
  /// the end. Reading and setting are two steps: `subject.value += 1` from several threads loses
  /// some.
  public var value: Value {
    // The buffer has one value from the beginning; kept there alone, each is let go of when the
    // next comes.
    get { hub.memory.withLock { $0.buffer.remembered[0] } }
    set { hub.send(.value(newValue)) }
  }

  deinit {
    hub.abandon()
  }

  /// The current value, then what is sent.
  @inlinable
  public var signal: Signal<Value, Failure> {
    Signal(start: { [hub] receive, subscription in hub.attach(receive, subscription) })
  }

  /// Delivers any event to all observers. Ignored after the end.
  @inlinable
  public func send(_ event: Event<Value, Failure>) {
    hub.send(event)
  }

  /// How many observers there are now.
  public var observerCount: Int { hub.observerCount }
}
