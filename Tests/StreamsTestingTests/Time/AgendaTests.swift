import Foundation
import Streams
import StreamsTesting
import Testing

/// What many timers cost, counted in comparisons of two of them, and what is kept of them.
@Suite("TestScheduler: many timers")
struct AgendaTests {
  private static let isFull = ProcessInfo.processInfo.environment["STREAMS_FULL_ROUNDS"] == "1"
  private static let count = isFull ? 1_000_000 : 40_000

  /// Comparisons for setting and running `count` timers at random instants.
  private func work(_ count: Int) throws -> Int {
    let scheduler = TestScheduler()
    var generator = SeededGenerator(seed: 9)
    let ran = Written<Int>()
    let last = Written<Instant>()
    let isLate = Written<Instant>()
    for _ in 0..<count {
      scheduler.schedule(after: .nanoseconds(Int64.random(in: 0...1_000_000, using: &generator))) {
        ran.count()
        if let before = last.entries.first, before > scheduler.now { isLate.append(before) }
        last.keep(scheduler.now)
      }
    }
    try scheduler.run(limit: count)
    #expect(ran.total == count)
    #expect(isLate.entries.isEmpty)
    return scheduler.agenda.withLock { $0.comparisons }
  }

  @Test("set and run in n log n: four times as many cost little more than four times as much")
  func growth() throws {
    let (some, many) = (try work(Self.count / 4), try work(Self.count))
    let count = Double(Self.count)
    #expect(Double(many) <= 3 * count * log2(count))
    #expect(Double(many) <= Double(some) * 4 * 1.25)
  }

  @Test("due at one instant, they cost no more and keep their order")
  func equal() throws {
    let scheduler = TestScheduler()
    let isInOrder = Written<Bool>()
    let last = Written<Int>()
    for number in 0..<Self.count {
      scheduler.schedule(at: .seconds(1)) {
        if last.entries.first ?? -1 != number - 1 { isInOrder.append(false) }
        last.keep(number)
      }
    }
    try scheduler.run(limit: Self.count)
    #expect(last.entries == [Self.count - 1])
    #expect(isInOrder.entries.isEmpty)
    let count = Double(Self.count)
    #expect(Double(scheduler.agenda.withLock { $0.comparisons }) <= 3 * count * log2(count))
  }

  @Test("taken off, from the first or from the last, they leave nothing behind")
  func cancelled() {
    let scheduler = TestScheduler()
    for round in 0..<3 {
      var timers = (0..<Self.count).map { scheduler.schedule(at: .seconds(Double($0))) {} }
      if round == 1 { timers.reverse() }
      for timer in timers { timer.cancel() }
      #expect(scheduler.pending.isEmpty)
    }
    let (comparisons, capacity) = scheduler.agenda.withLock { ($0.comparisons, $0.capacity) }
    #expect(capacity == Self.count)
    let count = Double(Self.count)
    #expect(Double(comparisons) <= 3 * 3 * count * log2(count))
    #expect(!scheduler.runNext())
  }

  @Test("set and taken off one by one they take one place")
  func oneByOne() {
    let scheduler = TestScheduler()
    for number in 0..<Self.count { scheduler.schedule(at: .seconds(Double(number))) {}.cancel() }
    #expect(scheduler.agenda.withLock { $0.capacity } == 1)
  }

  @Test("one that is moved and moved is one thing to do, and fires once, among others")
  func moved() {
    let scheduler = TestScheduler()
    let log = Written<Instant>()
    for second in 1...100 { scheduler.schedule(at: .seconds(Double(second))) {} }
    let timer = scheduler.timer { log.append($0) }
    for number in 0..<Self.count {
      timer.set(at: Instant(offset: .milliseconds(number * 7_919 % 100_000)))
    }
    timer.set(at: .seconds(50))
    #expect(scheduler.pending.count == 101)
    #expect(scheduler.agenda.withLock { $0.capacity } == 101)
    #expect(scheduler.agenda.withLock { $0.comparisons } <= Self.count * 3 * 7)
    scheduler.advance(by: .seconds(200))
    #expect(log.entries == [.seconds(50)])
  }

  @Test("moved and taken off in any order, the rest runs as a sorted list says")
  func mixture() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<30 {
      let scheduler = TestScheduler()
      let log = Written<Int>()
      var expected: [Int: (due: Int, order: Int)] = [:]
      let timers = (0..<60).map { number in scheduler.timer { _ in log.append(number) } }
      for order in 0..<400 {
        let number = Int.random(in: 0..<60, using: &generator)
        let due = Int.random(in: 0..<8, using: &generator)
        timers[number].set(at: .seconds(Double(due)))
        expected[number] = (due, order)
      }
      for number in stride(from: 0, to: 60, by: 3) {
        timers[number].cancel()
        timers[number].set(at: .zero)
        expected[number] = nil
      }
      try scheduler.run()
      let order = expected.sorted {
        ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order)
      }
      #expect(log.entries == order.map(\.key))
    }
  }
}
