import Foundation
import Testing

/// A race on purpose, so that a run of the thread sanitizer can be seen to fail: set
/// `STREAMS_SEED_RACE=1`. Without it nothing happens.
@Suite("A seeded race")
struct SeededRace {
  @Test("is only run when STREAMS_SEED_RACE is 1")
  func run() {
    guard ProcessInfo.processInfo.environment["STREAMS_SEED_RACE"] == "1" else { return }
    let racy = Racy()
    concurrently(
      { for _ in 0..<1000 { racy.add() } },
      { for _ in 0..<1000 { racy.add() } })
    #expect(racy.count > 0)
  }
}

/// Wrong on purpose.
private final class Racy: @unchecked Sendable {
  private(set) var count = 0

  func add() { count += 1 }
}
