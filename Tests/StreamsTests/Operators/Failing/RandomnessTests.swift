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

  @Test("A seeded generator gives the published numbers of SplitMix64")
  func splitMix() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(numbers == published)
  }

  @Test("Any generator is a source of chance; copies share it, copies of a generator do not")
  func generators() {
    let chance = Randomness(SeededGenerator(seed: 5))
    let copy = chance
    let seeded = Randomness.seeded(5)
    let (low, high) = (Duration.zero, Duration.seconds(1_000))
    let drawn = [chance, copy, chance].map { $0.duration(in: low, high) }
    #expect(drawn == (0..<3).map { _ in seeded.duration(in: low, high) })
    #expect(Set(drawn).count == 3)
    var first = SeededGenerator(seed: 5)
    _ = first.next()
    var second = first
    #expect(first.next() == second.next())
    var dice = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
    #expect((0..<100).shuffled(using: &dice.0) == (0..<100).shuffled(using: &dice.1))
  }

  @Test("The system's chance stays in bounds")
  func system() {
    for _ in 0..<100 {
      let wait = Randomness.system.duration(in: .zero, .seconds(1))
      #expect(wait >= .zero && wait <= .seconds(1))
    }
  }
}
