/// Where the events of one observation go, as a value that generic parts can hold.
///
/// A struct, because a function that stands alone in a generic place is wrapped once more each time
/// it is taken out of there (seen with 6.3.1).
@frozen
@usableFromInline
struct Receiver<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let receive: Signal<Value, Failure>.Receive

  @inlinable
  init(_ receive: @escaping Signal<Value, Failure>.Receive) {
    self.receive = receive
  }
}
