import Testing

@testable import Streams

@Suite("Randomness")
struct RandomnessTests {
  @Test("A duration between its bounds, both included")
  func bounds() {
    let (low, high) = (Duration.seconds(2), Duration.seconds(6))
    #expect(Randomness { 0 }.duration(in: low, high) == low)
    #expect(Randomness { 1 << 63 }.duration(in: low, high) == .seconds(4))
    let last = Randomness { .max }.duration(in: low, high)
    #expect(last > .milliseconds(5_999) && last <= high)
    #expect(Randomness { 1 << 63 }.duration(in: low, low) == low)
  }

  @Test("A seed is a sequence: the same for the same, another for another")
  func seeded() {
    func numbers(_ seed: UInt64) -> [Duration] {
      let randomness = Randomness.seeded(seed)
      return (0..<5).map { _ in randomness.duration(in: .zero, .seconds(1_000)) }
    }
    #expect(numbers(1) == numbers(1))
    #expect(numbers(1) != numbers(2))
    #expect(Set(numbers(3)).count == 5)
  }

  @Test("The system's chance stays in bounds")
  func system() {
    for _ in 0..<100 {
      let wait = Randomness.system.duration(in: .zero, .seconds(1))
      #expect(wait >= .zero && wait <= .seconds(1))
    }
  }
}
