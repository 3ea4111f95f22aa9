/// The values of all signals, one signal after another.
///
/// ```
/// a              1--2--|
/// b                    8--9--|
/// concat(a, b)   1--2--8--9--|
/// ```
///
/// The next starts when the one before has finished and was torn down. Ends: with the last. Fails:
/// with the first failure; signals not yet started stay so.
@inlinable
public func concat<Value: Sendable, Failure: Error>(
  _ first: Signal<Value, Failure>, _ second: Signal<Value, Failure>,
  _ others: Signal<Value, Failure>...
) -> Signal<Value, Failure> {
  concat([first, second] + others)
}

/// The values of all signals of a list, one signal after another. An empty list finishes at once.
///
/// ```
/// a                1--2--|
/// b                      8--9--|
/// concat([a, b])   1--2--8--9--|
/// ```
///
/// A chain of `append`: one of 100,000 is run by a loop.
///
/// - Complexity: O(n) to make for n signals, O(1) a value.
@inlinable
public func concat<Value: Sendable, Failure: Error>(
  _ signals: [Signal<Value, Failure>]
) -> Signal<Value, Failure> {
  guard let first = signals.first else { return .empty() }
  return signals.dropFirst().reduce(first) { $0.append($1) }
}
