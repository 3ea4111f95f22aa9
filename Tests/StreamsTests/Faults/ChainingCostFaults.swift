import Streams
import StreamsTesting
import Testing

@Suite("Faults of cost, in chains and choices")
struct ChainingCostFaults {
  @Test(
    "PERF-01: inners that wait for gates, then 100,000 at once: in order, at one depth",
    arguments: [1, 2, 8])
  func queuedBehindGates(slots: Int) {
    onSmallStack {
      let gate = PassthroughSubject<Void, Never>()
      let order = Log<Int>()
      let depth = StackDepth()
      Signal<Int, Never>.sequence(0..<100_000)
        .flatMap(maxConcurrent: slots) { number -> Signal<Int, Never> in
          number < slots ? gate.signal.map { number } : .just(number)
        }
        .observe(value: { number in
          order.append(number)
          depth.look()
        })
      #expect(order.entries == [])
      gate.send(())
      gate.finish()
      #expect(order.entries == Array(0..<100_000))
      #expect(depth.spread < 64 << 10)
    }
  }

  @Test("PERF-01: inners that wait for a gate cost as much each, however many they are")
  func queueIsLinear() {
    let ratio = growth(from: 10_000) { count in
      let gate = PassthroughSubject<Int, Never>()
      let values = Counter()
      Signal<Int, Never>.sequence(0..<count)
        .concatMap { $0 == 0 ? gate.signal : .just($0) }
        .observe(value: { _ in values.add() })
      gate.finish()
      #expect(values.value == count - 1)
    }
    #expect(ratio < 10)
  }

  @Test("PERF-02: a concat of 100,000 starts what is heard, and all of it when all is")
  func longConcat() {
    onSmallStack {
      let starts = Counter()
      let part = Signal<Int, Never>.deferred {
        starts.add()
        return .just(1)
      }
      let whole = concat(Array(repeating: part, count: 100_000))
      let first = Log<Event<Int, Never>>()
      whole.prefix(1).observe { first.append($0) }
      #expect(first.entries == [.value(1), .finished])
      #expect(starts.value == 1)
      let values = Counter()
      whole.observe(value: { _ in values.add() })
      #expect(values.value == 100_000)
      #expect(starts.value == 100_001)
    }
  }

  @Test("PERF-04: a concat and a race of many cost as much a signal as of few")
  func manyInputs() {
    let concatenated = growth(from: 5_000) { count in
      let ends = Counter()
      concat((0..<count).map { Signal<Int, Never>.just($0) }).observe(finished: { ends.add() })
      #expect(ends.value == 1)
    }
    #expect(concatenated < 10)
    let raced = growth(from: 5_000) { count in
      let values = Counter()
      race((0..<count).map { $0 == count - 1 ? Signal<Int, Never>.just($0) : .never() })
        .observe(value: { values.add($0) })
      #expect(values.value == count - 1)
    }
    #expect(raced < 10)
  }

  @Test("PERF-04: unfold keeps nothing of the steps before")
  func longUnfold() {
    let ratio = growth(from: 10_000) { count in
      let ends = Counter()
      Signal<Int, Never>.unfold(from: 1) { .just(($0, $0 < count ? $0 + 1 : nil)) }
        .observe(finished: { ends.add() })
      #expect(ends.value == 1)
    }
    #expect(ratio < 10)
  }
}
