import Streams
import Testing

@Suite("Instant")
struct InstantTests {
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
