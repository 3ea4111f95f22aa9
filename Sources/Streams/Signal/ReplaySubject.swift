/// A source that remembers: each observer gets the last values first, then those that follow.
///
/// After the end an observer gets the remembered values and then the end. Memory follows what is
/// remembered, not what could be. Threads: any; events are serial (G2).
public final class ReplaySubject<Value: Sendable, Failure: Error>: Subject {
  @usableFromInline let hub: Hub<Value, Failure>

  /// A subject that remembers the last `count` values; all of them by default.
  public init(_ count: Int = .max) {
    hub = Hub(ReplayBuffer(limit: count, outlivesEnd: true))
  }

  deinit {
    hub.abandon()
  }

  /// The remembered values, then what is sent.
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
