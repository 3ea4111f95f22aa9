/// A description of work that delivers values over time and ends at most once.
///
/// A signal is cold: each observation starts the work anew, and two observations share nothing.
/// It is one closure; starting it hands the source where events go and the observation's one
/// ``Subscription``, which exists before the source runs (G4).
///
/// ```swift
/// Signal<Int, Never>.sequence(1...3).map { $0 * 10 }.observe { event in print(event) }
/// ```
///
/// Whatever stands between a source and its observer may rely on G2: events of one observation
/// come one after another, never nested, never two at once, and with no lock held.
@frozen
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
  /// Where the events of one observation go.
  public typealias Receive = @Sendable (Event<Value, Failure>) -> Void

  @usableFromInline
  let start: @Sendable (@escaping Receive, Subscription) -> Void

  /// The links of an `append`/`catch` chain, which is flat however it was nested (G8).
  @usableFromInline
  let chain: Chain<Value, Failure>?

  /// How many operators stand on top of each other here; see ``Fuse``.
  @usableFromInline
  let depth: Int

  /// The form every source of this module is written in. What `start` promises: events are
  /// serial (G2) and follow the grammar (G1); it looks at the subscription before each element
  /// and lets go of `receive` at the end and at a cancel (G4, G10).
  @inlinable
  package init(start: @escaping @Sendable (@escaping Receive, Subscription) -> Void) {
    self.init(depth: 0, start: start)
  }

  @inlinable
  init(depth: Int, start: @escaping @Sendable (@escaping Receive, Subscription) -> Void) {
    self.start = start
    self.chain = nil
    self.depth = depth
  }

  @inlinable
  init(chain: Chain<Value, Failure>) {
    self.start = { receive, subscription in chain.start(receive, subscription) }
    self.chain = chain
    self.depth = chain.depth
  }
}
