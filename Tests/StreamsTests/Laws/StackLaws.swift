import Streams
import StreamsTesting
import Testing

// How often the loops go round. 5,000 rounds of a recursion overflow 512 KiB with 105 bytes a
// round, and in a debug build no round takes less. With STREAMS_FULL_ROUNDS=1, as in the proof, a
// sequence through each operator and the loops of single operators go round a million times, the
// subjects fed by their own observers, one for each operator, a hundred thousand times. Variants of
// an operator, which share its loops, go round a tenth of that then.
private let rounds = Rounds.isFull ? 100_000 : 5_000
private let sequenceRounds = Rounds.isFull ? 1_000_000 : 5_000
let million = Rounds.isFull ? 1_000_000 : 100_000

private func times(_ rounds: Int, _ row: OperatorRow) -> Int {
  Rounds.isFull && !row.leads ? rounds / 10 : rounds
}

@Suite("G8: what completes synchronously is a loop")
struct StackLaws {
  @Test("a long sequence through each operator", arguments: OperatorTable.all)
  func sequence(row: OperatorRow) {
    onSmallStack {
      let scheduler = TestScheduler()
      let values = Counter()
      let ends = Counter()
      let sequenceRounds = times(sequenceRounds, row)
      row(Signal<Int, TestFailure>.sequence(1...sequenceRounds).map { Item($0) }, scheduler)
        .observe { event in if event.isTerminal { ends.add() } else { values.add() } }
      scheduler.advance(by: .seconds(60))
      if row.traits.contains(.passesAll) { #expect(values.value == sequenceRounds) }
      if !row.traits.contains(.staysOpen) { #expect(ends.value == 1) }
    }
  }

  @Test("a subject fed from its own observer through each operator", arguments: OperatorTable.all)
  func feedback(row: OperatorRow) {
    guard !row.traits.contains(.needsTime) else { return }
    onSmallStack {
      let rounds = times(rounds, row)
      let subject = PassthroughSubject<Item, TestFailure>()
      let last = Counter()
      row(subject.signal).observe(value: { item in
        last.add()
        if item.number < rounds { subject.send(Item(item.number + 1)) }
      })
      subject.send(1)
      if row.traits.contains(.passesLive) { #expect(last.value == rounds) }
    }
  }

  @Test("a subject fed from its own observer a million times")
  func feedbackMillion() {
    onSmallStack {
      let subject = PassthroughSubject<Int, Never>()
      let last = Counter()
      subject.signal.observe(value: { number in
        last.add()
        if number < million { subject.send(number + 1) }
      })
      subject.send(1)
      #expect(last.value == million)
    }
  }

  @Test("retry of a source that fails at once, a million times")
  func retry() {
    onSmallStack {
      let starts = Counter()
      let ends = Counter()
      Signal<Int, TestFailure>.deferred {
        starts.add()
        return .fail(.one)
      }
      .retry(million)
      .observe(failure: { _ in ends.add() })
      #expect(starts.value == million + 1)
      #expect(ends.value == 1)
    }
  }

  @Test("retry(when:) at once, a million times")
  func retryWhen() {
    onSmallStack {
      let last = Box<RetryAttempt>()
      Signal<Int, TestFailure>.fail(.one)
        .retry(scheduler: ImmediateScheduler()) { _, attempt in
          last.put(attempt)
          return attempt.number < million ? .retry(after: .zero) : .fail
        }
        .observe()
      #expect(last.value == RetryAttempt(number: million, sinceValue: million))
    }
  }

  @Test("retry(when:) with a wait on the immediate scheduler, a million times")
  func retryWithWait() {
    onSmallStack {
      let last = Box<Int>()
      Signal<Int, TestFailure>.fail(.one)
        .retry(scheduler: ImmediateScheduler()) { _, attempt in
          last.put(attempt.number)
          return attempt.number < million ? .retry(after: .seconds(1)) : .fail
        }
        .observe()
      #expect(last.value == million)
    }
  }

  @Test("catch into a retry, a million times", arguments: [true, false])
  func catchIntoRetry(sameFailure: Bool) {
    onSmallStack {
      let starts = Counter()
      let failing = Signal<Int, TestFailure>.deferred {
        starts.add()
        return .fail(.one)
      }
      if sameFailure {
        Signal<Int, TestFailure>.fail(.two).catch { _ in failing.retry(million) }.observe()
      } else {
        Signal<Int, OtherFailure>.fail(OtherFailure(inner: .one))
          .catch { _ in failing.retry(million) }.observe()
      }
      #expect(starts.value == million + 1)
    }
  }

  @Test("a catch whose replacement catches again, a million times")
  func catchAgain() {
    onSmallStack {
      let count = Counter()
      @Sendable func again(_ failure: TestFailure) -> Signal<Int, TestFailure> {
        count.add() < million ? .fail(failure).catch(again) : .just(1)
      }
      let values = Counter()
      Signal<Int, TestFailure>.fail(.one).catch(again).observe(value: { _ in values.add() })
      #expect(count.value == million)
      #expect(values.value == 1)
    }
  }

  @Test("an append chain of 100,000 built from the left: run, cancelled, released")
  func appendChain() {
    onSmallStack {
      let values = Counter()
      let ends = Counter()
      var chain = Signal<Int, TestFailure>.just(0)
      for number in 1..<100_000 { chain = chain.append(.just(number)) }
      chain.observe(value: { _ in values.add() }, finished: { ends.add() })
      #expect(values.value == 100_000)
      #expect(ends.value == 1)

      var open = Signal<Int, TestFailure>.never()
      for number in 1..<100_000 { open = open.append(.just(number)) }
      open.observe(value: { _ in values.add() }).cancel()
      #expect(values.value == 100_000)
    }
  }

  @Test("an append chain of 20,000 built from the right")
  func appendChainFromTheRight() {
    onSmallStack {
      let values = Counter()
      var chain = Signal<Int, TestFailure>.just(0)
      for number in 1..<20_000 { chain = Signal.just(number).append(chain) }
      chain.observe(value: { _ in values.add() })
      #expect(values.value == 20_000)
    }
  }

  @Test("a catch chain of 20,000")
  func catchChain() {
    onSmallStack {
      let calls = Counter()
      var chain = Signal<Int, TestFailure>.fail(.one)
      for _ in 0..<20_000 {
        chain = chain.catch { failure in
          calls.add()
          return .fail(failure)
        }
      }
      let failures = Counter()
      chain.observe(failure: { _ in failures.add() })
      #expect(calls.value == 20_000)
      #expect(failures.value == 1)
    }
  }

  @Test("flatMap, concatMap and flatMapLatest of many justs", arguments: [1, 2, .max, 0])
  func manyInners(maxConcurrent: Int) {
    onSmallStack {
      let count = min(million, 10 * rounds)
      let values = Counter()
      let ends = Counter()
      let source = Signal<Int, Never>.sequence(1...count)
      let signal =
        maxConcurrent == 0
        ? source.flatMapLatest { Signal.just($0) }
        : source.flatMap(maxConcurrent: maxConcurrent) { Signal.just($0) }
      signal.observe(value: { _ in values.add() }, finished: { ends.add() })
      #expect(values.value == count)
      #expect(ends.value == 1)
    }
  }

  @Test(
    "PERF-01: inners that are waited for, then 100,000 at once, in order and at one depth",
    arguments: [1, 2, 3])
  func queuedBehindAGate(slots: Int) {
    onSmallStack {
      let gate = PassthroughSubject<Int, Never>()
      let order = Log<Int>()
      let depth = StackDepth()
      Signal<Int, Never>.sequence(0..<100_000)
        .flatMap(maxConcurrent: slots) { $0 < slots ? gate.signal : .just($0) }
        .observe(value: { number in
          order.append(number)
          depth.look()
        })
      #expect(order.entries == [])
      gate.finish()
      #expect(order.entries == Array(slots..<100_000))
      #expect(depth.spread < 64 << 10)
    }
  }

  @Test("PERF-02: a signal that appends itself, a million times, or until a limit below ends it")
  func repeating() {
    onSmallStack {
      let starts = Counter()
      let values = Counter()
      @Sendable func again() -> Signal<Int, Never> {
        Signal.deferred {
          starts.add()
          return .just(1)
        }
        .append(.deferred { again() })
      }
      again().prefix(1).observe(value: { _ in values.add() })
      #expect(starts.value == 1 && values.value == 1)
      again().prefix(million).observe(value: { _ in values.add() })
      #expect(starts.value == 1 + million && values.value == 1 + million)
      Signal<Int, Never>.sequence(0..<million)
        .concatMap { _ in
          starts.add()
          return .just(1)
        }
        .prefix(1).observe()
      #expect(starts.value == 2 + million)
    }
  }

  @Test("two signals of 100,000 values each, paired", arguments: PairTable.all)
  func pairs(row: PairRow) {
    onSmallStack {
      let scheduler = TestScheduler()
      let count = min(rounds, 100_000)
      let source = Signal<Int, TestFailure>.sequence(1...count).map { Item($0) }
      let ends = Counter()
      // These start the second anew for each value of the first.
      let again = ["flatMapLatest", "flatMapFirst", "switchToLatest"]
      guard !again.contains(row.name) else { return }
      row(source, source, scheduler).observe(finished: { ends.add() })
      scheduler.advance(by: .seconds(60))
      #expect(ends.value == 1)
    }
  }
}

/// How far apart on the stack the places were that looked.
final class StackDepth: Sendable {
  private let bounds = Lock<(low: UInt, high: UInt)>((.max, 0))

  var spread: UInt { bounds.withLock { $0.high > $0.low ? $0.high - $0.low : 0 } }

  @inline(never)
  func look() {
    var local = 0
    let address = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    bounds.withLock { $0 = (min($0.low, address), max($0.high, address)) }
  }
}
