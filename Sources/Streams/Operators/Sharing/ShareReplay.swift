/// How long a shared run goes on.
public enum ShareScope: Sendable, Hashable {
  /// For as long as somebody observes it, until its end.
  case whileObserved
  /// Whether or not somebody observes it; its values and its completion are kept.
  case forever
}

extension Signal {
  /// One run of this signal for all who observe the result; who comes later gets the last values.
  ///
  /// ```
  /// self               1--2--3--|      one run
  /// first, replay: 1   1--2--3--|
  /// second                2--3--|
  /// third, at the 8th           3|     with .forever
  /// ```
  ///
  /// An observer gets the last `count` values at once, oldest first, and then what follows, nothing
  /// twice and nothing left out. The first observer starts the run.
  ///
  /// - ``ShareScope/whileObserved``: the last to leave cancels the run; after that, or after an
  ///   end, the next observer starts a new one, and what was kept goes with the old one.
  /// - ``ShareScope/forever``: the last to leave does not cancel, and who comes after the
  ///   completion gets the last values and the completion. A failure ends the run, drops what was
  ///   kept and is not kept itself: the next observer starts anew.
  ///
  /// The signal value is what is shared and what owns the run: when the last copy of it has gone
  /// and nobody observes, a run that still goes on is cancelled, and what was kept is released. A
  /// count below 0 is reported (``Misuse``) and taken for 0.
  ///
  /// - Complexity: O(observers) a value; stores up to `count` values, as many as there are.
  @inlinable
  public func share(replay count: Int, scope: ShareScope = .whileObserved) -> Signal {
    let owner = ShareOwner<Value, Failure>(
      replay: Misuse.count(count, atLeast: 0, in: "share(replay:scope:)"), scope)
    return Signal(over: self) { source, receive, subscription in
      guard subscription.isActive else { return }
      owner.observe(source, receive, subscription)
    }
  }
}
