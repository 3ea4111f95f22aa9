import Synchronization

/// Stands in for the lock of `Streams` until that one is there.
struct Lock<State: Sendable>: ~Copyable {
  private let mutex: Mutex<State>

  init(_ state: sending State) { mutex = Mutex(state) }

  borrowing func withLock<Answer: Sendable>(
    _ body: (inout sending State) -> sending Answer
  ) -> Answer {
    mutex.withLock(body)
  }
}
