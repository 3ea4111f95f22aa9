import Streams
import StreamsTesting
import Testing

@Suite("G8: chains, choices and unfold are loops")
struct ChainStackLaws {
  @Test("20,000 prepends on each other: run, cancelled, released")
  func prependChain() {
    onSmallStack {
      let order = Log<Int>()
      var chain = Signal<Int, TestFailure>.just(0)
      for number in 1..<20_000 { chain = chain.prepend(.just(number)) }
      chain.observe(value: { order.append($0) })
      #expect(order.entries == Array((0..<20_000).reversed()))

      var open = Signal<Int, TestFailure>.just(0)
      for number in 1..<20_000 { open = open.prepend(.never()).prepend(number) }
      open.observe(value: { order.append($0) }).cancel()
      #expect(order.entries.count == 20_001)
    }
  }

  @Test("20,000 appends, prepends and catches on each other")
  func mixedChain() {
    onSmallStack {
      let values = Counter()
      let caught = Counter()
      var chain = Signal<Int, TestFailure>.fail(.one)
      for number in 0..<20_000 {
        switch number % 4 {
        case 0: chain = chain.append(number)
        case 1: chain = chain.prepend(number)
        case 2: chain = chain.prepend(.empty()).append([])
        default:
          chain = chain.catch { failure in
            caught.add()
            return number < 19_999 ? .fail(failure) : .empty()
          }
        }
      }
      let ends = Counter()
      chain.observe(value: { _ in values.add() }, finished: { ends.add() })
      // A failure passes over what was appended to it.
      #expect(values.value == 5_000)
      #expect(caught.value == 5_000)
      #expect(ends.value == 1)
    }
  }

  @Test("a concat of 100,000: run, cancelled, failed, released")
  func longConcat() {
    onSmallStack {
      let values = Counter()
      let ends = Counter()
      let parts = (0..<100_000).map { Signal<Int, TestFailure>.just($0) }
      concat(parts).observe(value: { _ in values.add() }, finished: { ends.add() })
      #expect(values.value == 100_000)
      #expect(ends.value == 1)
      concat([.just(1), .never()] + parts).observe(value: { _ in values.add() }).cancel()
      concat([.just(1), .fail(.one)] + parts).observe(value: { _ in values.add() })
      #expect(values.value == 100_002)
    }
  }

  @Test("concats of concats, 20,000 deep")
  func nestedConcat() {
    onSmallStack {
      let values = Counter()
      var chain = Signal<Int, TestFailure>.just(0)
      for number in 1..<20_000 {
        chain = number % 2 == 0 ? concat([chain, .just(number)]) : concat([.just(number), chain])
      }
      chain.observe(value: { _ in values.add() })
      #expect(values.value == 20_000)
    }
  }

  @Test("a race of 100,000: won by the last, cancelled, released")
  func longRace() {
    onSmallStack {
      let silent = Array(repeating: Signal<Int, Never>.never(), count: 100_000)
      let values = Counter()
      race(silent + [.just(1)]).observe(value: { values.add($0) })
      race(silent).observe(value: { values.add($0) }).cancel()
      #expect(values.value == 1)
    }
  }

  @Test("flatMapFirst and switchToLatest of many justs", arguments: [true, false])
  func manyInners(isFirst: Bool) {
    onSmallStack {
      let values = Counter()
      let ends = Counter()
      let source = Signal<Int, Never>.sequence(1...million)
      let signal =
        isFirst
        ? source.flatMapFirst { Signal.just($0) }
        : source.map { Signal<Int, Never>.just($0) }.switchToLatest()
      signal.observe(value: { _ in values.add() }, finished: { ends.add() })
      #expect(values.value == million)
      #expect(ends.value == 1)
    }
  }

  @Test("unfold of a function, a million values")
  func unfoldFunction() {
    onSmallStack {
      let last = Box<Int>()
      Signal.unfold(state: 0) { number in
        number += 1
        return number <= million ? number : nil
      }
      .observe(value: { last.put($0) })
      #expect(last.value == million)
    }
  }

  @Test("unfold of steps that answer at once, a million, at one depth")
  func unfoldSteps() {
    onSmallStack {
      let last = Box<Int>()
      let ends = Counter()
      let depth = StackDepth()
      Signal<Int, Never>.unfold(from: 1) { number in
        depth.look()
        return .just((number, number < million ? number + 1 : nil))
      }
      .observe(value: { last.put($0) }, finished: { ends.add() })
      #expect(last.value == million)
      #expect(ends.value == 1)
      #expect(depth.spread < 64 << 10)
    }
  }

  @Test("unfold of a step that is waited for, then of 100,000 that are not")
  func unfoldBehindAGate() {
    onSmallStack {
      let gate = PassthroughSubject<Int, Never>()
      let last = Box<Int>()
      Signal<Int, Never>.unfold { (number: Int?) in
        guard let number else { return gate.signal.map { ($0, $0 + 1) } }
        return .just((number, number < 100_000 ? number + 1 : nil))
      }
      .observe(value: { last.put($0) })
      gate.send(0)
      gate.finish()
      #expect(last.value == 100_000)
    }
  }

  @Test("unfold whose steps are chains, retries and unfolds")
  func unfoldOfLoops() {
    onSmallStack {
      let values = Counter()
      let ends = Counter()
      Signal<Int, TestFailure>.unfold(from: 1) { number in
        let step = Signal<(Int, Int?), TestFailure>.unfold(state: 0) { count in
          count += 1
          return count <= 2 ? (count, number < 5_000 ? number + 1 : nil) : nil
        }
        return step.append(.empty()).prepend(.empty()).catch { .fail($0) }.retry(1)
      }
      .observe(value: { _ in values.add() }, finished: { ends.add() })
      #expect(values.value == 10_000)
      #expect(ends.value == 1)
    }
  }
}
