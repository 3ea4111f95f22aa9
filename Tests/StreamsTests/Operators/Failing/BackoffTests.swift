import Streams
import Testing

@Suite("Backoff")
struct BackoffTests {
  private func waits(_ backoff: Backoff, _ count: Int = 5) -> [Duration] {
    (1...count).map { backoff.delay(attempt: $0) }
  }

  @Test("Constant, linear and exponential, up to the limit")
  func growth() {
    #expect(waits(.constant(.seconds(3))) == Array(repeating: .seconds(3), count: 5))
    #expect(
      waits(.linear(base: .seconds(2), max: .seconds(7)))
        == [2, 4, 6, 7, 7].map { .seconds($0) })
    #expect(
      waits(.exponential(base: .milliseconds(100), max: .seconds(1)))
        == [100, 200, 400, 800, 1000].map { .milliseconds($0) })
    #expect(
      waits(.exponential(base: .seconds(1), factor: 1.5), 3)
        == [1000, 1500, 2250].map { .milliseconds($0) })
  }

  @Test("No attempt number overflows, none is less than the first")
  func extremes() {
    let backoff = Backoff.exponential(base: .nanoseconds(1), factor: 10, max: .seconds(60))
    #expect(backoff.delay(attempt: .max) == .seconds(60))
    #expect(backoff.delay(attempt: 0) == .nanoseconds(1))
    #expect(backoff.delay(attempt: .min) == .nanoseconds(1))
    #expect(Backoff.linear(base: .seconds(1)).delay(attempt: .max) == .seconds(3600))
    let endless = Backoff.exponential(base: .seconds(1), max: .seconds(Int64.max))
    #expect(endless.delay(attempt: .max) == .seconds(Int64.max))
  }

  @Test("Absurd settings are clamped")
  func clamps() {
    #expect(waits(.constant(.seconds(-1)), 2) == [.zero, .zero])
    let capped = Backoff.exponential(base: .seconds(9), max: .seconds(3))
    #expect(waits(capped, 2) == [.seconds(3), .seconds(3)])
    #expect(waits(.exponential(base: .seconds(2), factor: .nan), 2) == [.seconds(2), .seconds(2)])
    #expect(waits(.exponential(base: .seconds(2), factor: 0.1), 2) == [.seconds(2), .seconds(2)])
    let endless = Backoff.exponential(base: .seconds(2), factor: .infinity, max: .seconds(9))
    #expect(waits(endless, 2) == [.seconds(2), .seconds(9)])
  }

  @Test("Jitter stays in its range, whatever chance says", arguments: [0, UInt64.max, 1 << 63])
  func ranges(_ chance: UInt64) {
    let fixed = Randomness { chance }
    let plain = Backoff.exponential(base: .seconds(1), max: .seconds(10))
    for attempt in 1...6 {
      let wait = plain.delay(attempt: attempt)
      let full = plain.jittered(.full, fixed).delay(attempt: attempt)
      #expect(full >= .zero && full <= wait)
      let equal = plain.jittered(.equal, fixed).delay(attempt: attempt)
      #expect(equal >= wait / 2 && equal <= wait)
      let last = plain.delay(attempt: attempt)
      let decorrelated = plain.jittered(.decorrelated, fixed)
        .delay(attempt: attempt, previous: last)
      #expect(decorrelated >= .seconds(1) && decorrelated <= min(last * 3, .seconds(10)))
    }
  }

  @Test("The same seed gives the same waits")
  func seeded() {
    let plain = Backoff.exponential(base: .seconds(1))
    let one = waits(plain.jittered(.full, .seeded(7)))
    #expect(one == waits(plain.jittered(.full, .seeded(7))))
    #expect(one != waits(plain.jittered(.full, .seeded(8))))
  }
}
