/// Where chance comes from, given as an argument so that a test can fix it.
public struct Randomness: Sendable {
  private let next: @Sendable () -> UInt64

  /// Chance from `next`, which may be called from any thread.
  public init(_ next: @escaping @Sendable () -> UInt64) {
    self.next = next
  }

  /// The system's generator.
  public static let system = Randomness {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// Chance from `generator`; all copies draw from the one. A generator of your own goes into the
  /// closure of the other form, because none but ours is called with a lock held.
  public init(_ generator: SeededGenerator) {
    let state = GeneratorState(generator)
    self.init { state.next() }
  }

  /// The same numbers each time: those of a ``SeededGenerator``.
  public static func seeded(_ seed: UInt64) -> Randomness {
    Randomness(SeededGenerator(seed: seed))
  }

  /// The next number.
  package func number() -> UInt64 { next() }

  /// Anything from `low` to `high`, both included.
  func duration(in low: Duration, _ high: Duration) -> Duration {
    let fraction = Double(next() >> 11) / 0x1p53
    return low + (high - low) * fraction
  }
}

/// A generator of chance that gives the same numbers each time: the SplitMix64 sequence of a seed.
///
/// ```swift
/// var dice = SeededGenerator(seed: 7)
/// let shuffled = names.shuffled(using: &dice)
/// ```
///
/// For tests and examples; nothing that has to be secret may come from it. A copy goes on where
/// the original stood.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// The sequence of `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// MARK: -

private final class GeneratorState: Sendable {
  private let state: Lock<SeededGenerator>

  init(_ generator: SeededGenerator) {
    state = Lock(generator)
  }

  func next() -> UInt64 { state.withLock { $0.next() } }
}
