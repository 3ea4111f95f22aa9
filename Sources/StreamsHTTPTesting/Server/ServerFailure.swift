/// Why a loopback server could not be started.
public enum ServerFailure: Error, Sendable, Hashable {
  /// A call to the system failed; the number is its `errno`.
  case system(String, Int32)
  /// The system gave no thread.
  case noThread
}
