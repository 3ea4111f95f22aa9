import BenchmarkSupport
import Streams
import StreamsTesting

extension Rows {
  /// How many blocks an observation, or a value, takes; counted, not timed.
  static var allocations: [Row] {
    [
      perObservation("blocks an observation of just") { hiddenJust($0) },
      perObservation("blocks an observation of just through map, filter, scan") {
        hiddenScan(hiddenFilter(hiddenMap(hiddenJust($0))))
      },
      perObservation("blocks an observation of a merge of two justs") {
        merge(hiddenJust($0), hiddenJust($0))
      },
      perValue("blocks a value in map, filter, scan") {
        hiddenScan(hiddenFilter(hiddenMap($0)))
      },
      perValue("blocks a value in removeDuplicates, dropFirst, compactMap, prefix") {
        $0.removeDuplicates().dropFirst().compactMap { $0 }.prefix(.max)
      },
      perValue("blocks a value in a subject") { $0 },
      perValue("blocks a value in share(replay: 1)") { $0.share(replay: 1) },
      perValue("blocks a value in an uncontended merge") { merge($0, .never()) },
      perValue("blocks a value in a current-value subject", CurrentValueSubject<Int, Never>(0)),
    ]
  }

  private static func perObservation(
    _ name: String, _ make: @escaping (Int) -> Signal<Int, Never>
  ) -> Row {
    Row(
      name: name,
      measure: .allocations {
        let rounds = 10_000
        let before = benchmark_allocated_blocks()
        for value in 0..<rounds { make(value).observe(value: { sink($0) }) }
        return Double(benchmark_allocated_blocks() - before) / Double(rounds)
      })
  }

  /// The bar is none at all, but for what growing a buffer once may take.
  private static func perValue(
    _ name: String, _ make: @escaping (Signal<Int, Never>) -> Signal<Int, Never>
  ) -> Row {
    let subject = PassthroughSubject<Int, Never>()
    return perValue(name, make(subject.signal)) { subject.send($0) }
  }

  private static func perValue(_ name: String, _ subject: CurrentValueSubject<Int, Never>) -> Row {
    perValue(name, subject.signal) { subject.send($0) }
  }

  private static func perValue(
    _ name: String, _ signal: Signal<Int, Never>, send: @escaping (Int) -> Void
  ) -> Row {
    Row(
      name: name, bar: 0.001,
      measure: .allocations {
        let subscription = signal.observe(value: { sink($0) })
        let rounds = 100_000
        for value in 0..<100 { send(value) }
        let before = benchmark_allocated_blocks()
        for value in 0..<rounds { send(value) }
        let blocks = benchmark_allocated_blocks() - before
        subscription.cancel()
        return Double(blocks) / Double(rounds)
      })
  }
}
