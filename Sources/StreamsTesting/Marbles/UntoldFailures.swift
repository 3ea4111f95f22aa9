internal import Streams

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Failures of this process that nobody was told of, neither by a reporter nor by a `verify()`.
///
/// A test that fails unheard must not be green: while there is one when the process ends, they are
/// printed once more and it ends with status 1, whatever the test framework found.
enum UntoldFailures {
  private struct State: Sendable {
    var failures: [Int: ExpectationFailure] = [:]
    var next = 0
  }

  private static let state = Lock(State())

  /// Prints the failure. The answer names it.
  static func add(_ failure: ExpectationFailure) -> Int {
    print("\(failure.place): error: \(failure.message)")
    let token = state.withLock { state in
      defer { state.next += 1 }
      state.failures[state.next] = failure
      return state.next
    }
    if token == 0 { atexit { UntoldFailures.end() } }
    return token
  }

  /// Somebody was told.
  static func remove(_ tokens: [Int]) {
    let told = state.withLock { state in tokens.map { state.failures.removeValue(forKey: $0) } }
    withExtendedLifetime(told) {}
  }

  private static func end() {
    let failures = state.withLock { $0.failures }.sorted { $0.key < $1.key }.map(\.value)
    if failures.isEmpty { return }
    print("Expectations failed, and neither a reporter nor verify() has told the test:")
    for failure in failures { print("\(failure.place): error: \(failure.message)") }
    // What runs at the end of a process cannot call `exit` again. So what was to run after this is
    // left out, but for what is still to be written.
    fflush(nil)
    _exit(1)
  }
}
