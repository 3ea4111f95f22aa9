/// How many times longer four times as much takes: about 4 for work that is linear, 16 for work
/// that is quadratic. Both are the best of several, in processor time of this thread, which neither
/// other tests nor other programs add to.
func growth(from count: Int, _ work: (Int) -> Void) -> Double {
  func best(_ count: Int) -> Double {
    (0..<3).map { _ in processorSeconds { work(count) } }.min() ?? 0
  }
  let small = best(count)
  return best(4 * count) / max(small, 1e-6)
}
