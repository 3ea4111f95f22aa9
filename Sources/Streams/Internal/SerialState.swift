/// The state of one observation of one operator.
///
/// Why this is safe without a lock, although it says `@unchecked Sendable`:
///
/// 1. It is made inside an operator's start, so no two observations share it (G9).
/// 2. It is read and written only while an event of that observation is being handled, or by
///    the owner of a `Drain`. Events of one observation never overlap (G2): a source hands out
///    one event, waits for the handlers to return, and only then hands out the next.
/// 3. When consecutive events come from different threads, the second is ordered after the
///    first by whatever made the source serial: the lock of a subject, the compare-and-swap of
///    a drain (acquire on entry, release on exit), the queue of a scheduler. Writes made while
///    handling the first are therefore visible while handling the second.
/// 4. Events are never nested in events (G2), so no access is open when the next one begins;
///    this is why the dynamic exclusivity check is off. An operator still finishes its own
///    access before it calls downstream: update the state, then deliver.
///
/// Whoever breaks G2 breaks this type. The thread sanitizer run of the test suite watches it.
@usableFromInline
final class SerialState<State>: @unchecked Sendable {
  @exclusivity(unchecked)
  @usableFromInline var stored: State

  @inlinable
  init(_ initial: State) {
    unsafe stored = initial
  }

  @inlinable var value: State {
    get { unsafe stored }
    _modify { yield unsafe &stored }
  }
}
