import Streams
import Testing

@Suite("Instant")
struct InstantTests {
  @Test("an offset as long as a Duration can be traps nowhere")
  func longest() {
    let longest = Duration.seconds(Int64.max) * 18
    let limit = Instant.distantFuture
    let (late, early) = (Instant(offset: longest), Instant(offset: .zero - longest))
    #expect(late.advanced(by: longest) == limit)
    #expect(early.advanced(by: .zero - longest) == Instant(offset: .zero - limit.offset))
    #expect(early.duration(to: late) == limit.offset * 2)
    #expect(late.duration(to: early) == .zero - limit.offset * 2)
  }

  static let odd: [Duration] = [
    .zero, .nanoseconds(1), .seconds(-1), .seconds(Int64.max), .seconds(Int64.min),
    .seconds(1e19), .seconds(-1e19), .seconds(1e20), .seconds(-1e20),
  ]

  @Test("no interval traps, and the sign of the step is kept", arguments: odd)
  func clamped(duration: Duration) {
    for start in Self.odd.map({ Instant.zero.advanced(by: $0) }) {
      let moved = start.advanced(by: duration)
      #expect(moved <= .distantFuture)
      if duration > .zero { #expect(moved >= start) }
      if duration < .zero { #expect(moved <= start) }
      _ = start.duration(to: moved)
      _ = moved.description
      _ = moved.hashValue
    }
  }

  @Test("distances are exact")
  func exact() {
    let start = Instant(offset: .milliseconds(1_500))
    #expect(start.advanced(by: .nanoseconds(1)).offset == .nanoseconds(1_500_000_001))
    #expect(start.duration(to: .zero) == .milliseconds(-1_500))
    #expect(Instant.zero < start)
    #expect(Instant.distantFuture.advanced(by: .seconds(1)) == .distantFuture)
  }
}
