import Streams
import Testing

@testable import StreamsHTTP

@Suite("The state of a concurrency limit")
struct ConcurrencyStateTests {
  private static func job(
    _ number: Int, _ host: String = "a", _ priority: RequestPriority = .normal
  ) -> ConcurrencyState.Job {
    ConcurrencyState.Job(number: number, host: host, priority: priority)
  }

  @Test("sends as many as are allowed, then one for each that ends, in the order they came")
  func order() {
    var state = ConcurrencyState(total: 2, perHost: 2)
    let begin = (1...5).map { state.arrive(Self.job($0)) }
    #expect(begin == [true, true, false, false, false])
    let next = [state.leave(Self.job(2)), state.leave(Self.job(1)), state.leave(Self.job(3))]
    #expect(next == [[3], [4], [5]])
    let rest = [state.leave(Self.job(4)), state.leave(Self.job(5)), state.leave(Self.job(5))]
    #expect(rest == [[], [], nil])
    #expect(state.runningCount == 0)
  }

  @Test("sends a higher priority first, equal ones in the order they came")
  func priorities() {
    var state = ConcurrencyState(total: 1, perHost: 1)
    let jobs = [
      Self.job(1), Self.job(2, "a", .low), Self.job(3), Self.job(4, "b", .high), Self.job(5),
      Self.job(6, "a", .high),
    ]
    for job in jobs { _ = state.arrive(job) }
    var order: [Int] = []
    var current = jobs[0]
    while let next = state.leave(current)?.first {
      order.append(next)
      current = jobs[next - 1]
    }
    #expect(order == [4, 6, 3, 5, 2])
  }

  @Test("does not let a full host hold up another, nor a priority jump its limit")
  func hosts() {
    var state = ConcurrencyState(total: 3, perHost: 1)
    let begin = [
      state.arrive(Self.job(1, "a")), state.arrive(Self.job(2, "a", .high)),
      state.arrive(Self.job(3, "b")), state.arrive(Self.job(4, "c")),
      state.arrive(Self.job(5, "d")),
    ]
    #expect(begin == [true, false, true, true, false])
    let next = [state.leave(Self.job(3, "b")), state.leave(Self.job(1, "a"))]
    #expect(next == [[5], [2]])
  }

  @Test("gives a slot to who waits, not to who comes in that moment")
  func noOvertaking() {
    var state = ConcurrencyState(total: 1, perHost: 1)
    _ = state.arrive(Self.job(1))
    _ = state.arrive(Self.job(2))
    _ = state.leave(Self.job(1))
    let begins = state.arrive(Self.job(3, "a", .high))
    #expect(!begins)
  }

  @Test("forgets who left the line")
  func leaving() {
    var state = ConcurrencyState(total: 1, perHost: 1)
    for number in 1...1_000 { _ = state.arrive(Self.job(number)) }
    for number in 2...999 { #expect(state.leave(Self.job(number)) == .some([])) }
    #expect(state.waitingCount == 1)
    let next = state.leave(Self.job(1))
    #expect(next == [1_000])
  }

  @Test("sends everybody once, whatever comes and goes")
  func all() {
    var state = ConcurrencyState(total: 5, perHost: 2)
    var waiting: [Int: ConcurrencyState.Job] = [:]
    var running: [ConcurrencyState.Job] = []
    var dice = SplitMix(seed: 7)
    var sent = 0
    for number in 1...2_000 {
      let job = Self.job(number, "\(dice.next(5))", RequestPriority(dice.next(3)))
      if state.arrive(job) { running.append(job) } else { waiting[number] = job }
      guard dice.next(2) == 0, !running.isEmpty else { continue }
      let gone = running.remove(at: dice.next(running.count))
      sent += 1
      for next in state.leave(gone) ?? [] {
        running.append(contentsOf: [waiting.removeValue(forKey: next)].compactMap { $0 })
      }
      #expect(running.count == state.runningCount && running.count <= 5)
      #expect(Dictionary(grouping: running, by: \.host).values.allSatisfy { $0.count <= 2 })
    }
    while let gone = running.popLast() {
      sent += 1
      for next in state.leave(gone) ?? [] {
        running.append(contentsOf: [waiting.removeValue(forKey: next)].compactMap { $0 })
      }
    }
    #expect(sent == 2_000)
    #expect(waiting.isEmpty)
  }
}

/// Chance that is the same each time.
private struct SplitMix {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}
