import BenchmarkSupport
import Synchronization

/// Where all measured values end.
@inline(__always)
func sink(_ value: Int) {
  benchmark_sink(Int64(value))
}

/// The things everything is measured against.
enum Baselines {
  static let count = 1_000_000

  static func body(of baseline: Baseline) -> (operations: Int, run: () -> Void) {
    switch baseline {
    case .handLoop: (count, handLoop)
    case .closureCall: (count, closureCalls)
    case .mutexLock: (count, mutexLocks)
    case .asyncStream: (Rows.bridged, asyncStream)
    case .asyncStreamBuffer: (Rows.bridged, asyncStreamBuffer)
    case .asyncStreamNewest: (Rows.bridged, asyncStreamNewest)
    case .checkedContinuation: (Rows.bridged, checkedContinuations)
    }
  }

  /// map, filter and scan by hand, into the same sink.
  @inline(never)
  private static func handLoop() {
    var accumulated = 0
    for value in 0..<count {
      let mapped = value &+ 1
      guard mapped & 1 == 0 else { continue }
      accumulated &+= mapped
      sink(accumulated)
    }
  }

  @inline(never)
  private static func closureCalls() {
    let closure = opaqueClosure()
    for value in 0..<count { closure(value) }
  }

  @inline(never)
  private static func mutexLocks() {
    let mutex = Mutex(0)
    for value in 0..<count { mutex.withLock { $0 &+= value } }
    sink(mutex.withLock { $0 })
  }

  @inline(never)
  private static func opaqueClosure() -> @Sendable (Int) -> Void {
    { sink($0) }
  }
}
