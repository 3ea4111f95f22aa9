/// A source that is driven from outside: what is sent to it goes to all who observe its signal.
///
/// Delivery is in the order of observation, and serial (G2): what is sent while a value is being
/// delivered, by whichever thread or from inside a handler, is delivered to all after it. The first
/// end wins; what is sent after it is ignored, and an observer that comes later gets the end.
/// Threads: every member may be called from any thread.
///
/// When a subject is released without an end, its observers are let go of and hear nothing more.
public protocol Subject<Value, Failure>: AnyObject, Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// What is sent, as a signal.
  var signal: Signal<Value, Failure> { get }

  /// How many observers there are now.
  var observerCount: Int { get }

  /// Delivers any event to all observers.
  func send(_ event: Event<Value, Failure>)
}

extension Subject {
  /// Delivers a value to all observers.
  @inlinable
  public func send(_ value: Value) {
    send(.value(value))
  }

  /// Ends the signal for all observers and those to come.
  @inlinable
  public func finish() {
    send(.finished)
  }

  /// Ends the signal for a reason, for all observers and those to come.
  @inlinable
  public func fail(_ failure: Failure) {
    send(.failure(failure))
  }
}

extension Subject where Value == Void {
  /// Delivers that it has happened.
  @inlinable
  public func send() {
    send(.value(()))
  }
}
