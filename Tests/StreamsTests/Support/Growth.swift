#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many times longer four times as much takes: about 4 for work that is linear, 16 for work
/// that is quadratic. Both are the best of several, in processor time of this thread, which neither
/// other tests nor other programs add to.
func growth(from count: Int, _ work: (Int) -> Void) -> Double {
  func best(_ count: Int) -> Double {
    (0..<4).map { _ in processorTime { work(count) } }.min() ?? 0
  }
  let small = best(count)
  return best(4 * count) / small
}

private func processorTime(_ work: () -> Void) -> Double {
  let begin = processorSeconds()
  work()
  return processorSeconds() - begin
}

private func processorSeconds() -> Double {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
