// A suspended task that waits for an answer. Whoever takes it out of the state it is kept in
// resumes it, once, outside any lock. Debug builds, and so the tests, hold a checked continuation,
// which says so when that is not true; release builds one that is not checked and costs less.

#if DEBUG
  @frozen
  @usableFromInline
  struct Waiter<Answer: Sendable>: Sendable {
    @usableFromInline let continuation: CheckedContinuation<Answer, Never>

    @inlinable
    init(_ continuation: CheckedContinuation<Answer, Never>) {
      self.continuation = continuation
    }

    /// Suspends the task; `body` keeps the waiter, or resumes it.
    @inlinable
    nonisolated(nonsending)
      static func suspend(_ body: (Waiter) -> Void) async -> Answer
    {
      await withCheckedContinuation { body(Waiter($0)) }
    }

    @inlinable
    func resume(returning answer: Answer) {
      continuation.resume(returning: answer)
    }
  }
#else
  @safe
  @frozen
  @usableFromInline
  struct Waiter<Answer: Sendable>: Sendable {
    @usableFromInline let continuation: UnsafeContinuation<Answer, Never>

    @inlinable
    init(_ continuation: UnsafeContinuation<Answer, Never>) {
      unsafe self.continuation = continuation
    }

    /// Suspends the task; `body` keeps the waiter, or resumes it.
    @inlinable
    nonisolated(nonsending)
      static func suspend(_ body: (Waiter) -> Void) async -> Answer
    {
      await unsafe withUnsafeContinuation { unsafe body(Waiter($0)) }
    }

    @inlinable
    func resume(returning answer: Answer) {
      unsafe continuation.resume(returning: answer)
    }
  }
#endif
