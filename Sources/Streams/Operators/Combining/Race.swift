public import Synchronization

/// The first signal that says anything; the others are cancelled.
///
/// ```
/// a            ---1--2--|
/// b            --7----8---|
/// race(a, b)   --7----8---|
/// ```
///
/// Signals start in the order given. The first event of any kind decides, an end and a failure
/// too; the losers are cancelled before it is delivered, and signals not yet started stay so. Then
/// all is as the winner says.
///
/// - Complexity: O(n) to decide among n signals, O(1) a value.
@inlinable
public func race<Value: Sendable, Failure: Error>(
  _ first: Signal<Value, Failure>, _ second: Signal<Value, Failure>,
  _ others: Signal<Value, Failure>...
) -> Signal<Value, Failure> {
  race([first, second] + others)
}

/// The first signal of a list that says anything. An empty list finishes at once.
///
/// ```
/// a              ---1--2--|
/// b              --7----8---|
/// race([a, b])   --7----8---|
/// ```
@inlinable
public func race<Value: Sendable, Failure: Error>(
  _ signals: [Signal<Value, Failure>]
) -> Signal<Value, Failure> {
  guard !signals.isEmpty else { return .empty() }
  return Signal(over: signals) { signals, receive, subscription in
    guard subscription.isActive else { return }
    let parts = signals.map { _ in subscription.child() }
    let run = RaceRun(parts, receive)
    for (index, signal) in signals.enumerated() {
      let part = parts[index]
      // A cancel ends the loop, and so does a winner that has spoken while it was started.
      guard part.isActive else { return }
      signal.start({ event in run.receive(event, from: index, part) }, part)
    }
  }
}

extension Signal {
  /// The one of both signals that says anything first: `race(self, other)`.
  ///
  /// ```
  /// self                    ---1--2--|
  /// other                   --7----8---|
  /// self.race(with: other)  --7----8---|
  /// ```
  @inlinable
  public func race(with other: Signal) -> Signal {
    Streams.race([self, other])
  }
}

// MARK: - What to do

/// Who is heard: the first to ask, on whichever thread.
@usableFromInline
struct RaceWinner: ~Copyable, Sendable {
  @frozen
  @usableFromInline
  enum Answer: Sendable {
    case wins, hasWon, hasLost
  }

  /// The place of the winner; before there is one, -1.
  @usableFromInline let place = Atomic(-1)

  @inlinable init() {}

  @inlinable @inline(__always)
  borrowing func ask(_ index: Int) -> Answer {
    let winner = place.load(ordering: .acquiring)
    if winner == index { return .hasWon }
    return winner < 0 ? decide(index) : .hasLost
  }

  @inlinable @inline(never)
  borrowing func decide(_ index: Int) -> Answer {
    place.compareExchange(expected: -1, desired: index, ordering: .acquiringAndReleasing)
      .exchanged ? .wins : .hasLost
  }
}

// MARK: - One observation

/// Needs no drain: one signal alone is ever delivered, and its events are serial.
@usableFromInline
final class RaceRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let winner = RaceWinner()
  /// One for each signal, until one has won.
  @usableFromInline let parts: Lock<[Subscription]>
  @usableFromInline let deliver: Signal<Value, Failure>.Receive

  @inlinable
  init(_ parts: [Subscription], _ deliver: @escaping Signal<Value, Failure>.Receive) {
    self.parts = Lock(parts)
    self.deliver = deliver
  }

  @inlinable
  func receive(_ event: Event<Value, Failure>, from index: Int, _ part: Subscription) {
    switch winner.ask(index) {
    case .hasLost: return
    case .hasWon: break
    case .wins:
      cancelOthers(than: part)
      // The teardown of a loser may have cancelled the whole.
      guard part.isActive else { return }
    }
    if event.isTerminal { part.end() }
    deliver(event)
  }

  @inlinable @inline(never)
  func cancelOthers(than part: Subscription) {
    let parts = parts.withLock { parts in
      defer { parts = [] }
      return parts
    }
    for other in parts where other !== part { other.cancel() }
  }
}
