/// A source that is driven from outside: what is sent to it goes to whoever observes it now.
///
/// Delivery is in the order of observation. An observer that comes during a delivery sees the next
/// value; one that comes after the end gets the end. Threads: any; events are serial (G2).
public final class PassthroughSubject<Value: Sendable, Failure: Error>: Subject {
  @usableFromInline let hub = Hub<Value, Failure>(ReplayBuffer(limit: 0, outlivesEnd: false))

  /// A subject nobody observes yet.
  public init() {}

  deinit {
    hub.abandon()
  }

  /// What is sent, from the moment of observation.
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
