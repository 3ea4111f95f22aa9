// The one lock of the package.
//
// `Synchronization.Mutex` is the lock that ships. The thread sanitizer does not see it on Linux
// (it reports races on values the mutex guards), so sanitizer runs are built with
// `-Xswiftc -DPTHREAD_LOCKS`, which puts a pthread mutex in its place. Nothing else in the
// package may use `Mutex`: what the sanitizer proves is then true of the code that ships.

#if PTHREAD_LOCKS
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    internal import Darwin
  #endif

  /// A value behind a mutex. Take the lock, take the answer, let go, then call out.
  ///
  /// `@unchecked Sendable`: both pointers are set once, freed by `deinit` only, and the state
  /// behind them is touched between lock and unlock only.
  @safe
  @usableFromInline
  package struct Lock<State: Sendable>: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let state: UnsafeMutablePointer<State>

    @usableFromInline
    package init(_ initial: State) {
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
      unsafe state = .allocate(capacity: 1)
      unsafe state.initialize(to: initial)
    }

    deinit {
      unsafe state.deinitialize(count: 1)
      unsafe state.deallocate()
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    /// Runs `body` with the state, alone. `body` must not call code it does not own.
    @usableFromInline
    package borrowing func withLock<Result: Sendable, E: Error>(
      _ body: (inout State) throws(E) -> Result
    ) throws(E) -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&state.pointee)
    }
  }
#else
  public import Synchronization

  /// A value behind a mutex. Take the lock, take the answer, let go, then call out.
  @usableFromInline
  package struct Lock<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ initial: State) {
      mutex = Mutex(initial)
    }

    /// Runs `body` with the state, alone. `body` must not call code it does not own.
    @inlinable
    package borrowing func withLock<Result: Sendable, E: Error>(
      _ body: (inout State) throws(E) -> Result
    ) throws(E) -> Result {
      try mutex.withLock { (state: inout State) throws(E) -> Result in try body(&state) }
    }
  }
#endif
