#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads of the server's own: a handler that waits holds none of anybody else's.
enum ServerThread {
  /// Runs `work` on a new detached thread; false when the system gives no more threads.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = unsafe pthread_create(&thread, nil, { unsafe Work.run($0) }, box)
      if code == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(&thread, nil, { unsafe Work.run($0) }, box)
      if code == 0 { pthread_detach(thread) }
    #endif
    if code != 0 { unsafe Unmanaged<Work>.fromOpaque(box).release() }
    return code == 0
  }
}

private final class Work: Sendable {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  static func run(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box = unsafe box else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().work()
    return nil
  }
}
