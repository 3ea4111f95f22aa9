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

  /// The same numbers each time: the SplitMix64 sequence of `seed`.
  public static func seeded(_ seed: UInt64) -> Randomness {
    let state = SeededState(seed)
    return Randomness { state.next() }
  }

  /// Anything from `low` to `high`, both included.
  func duration(in low: Duration, _ high: Duration) -> Duration {
    let fraction = Double(next() >> 11) / 0x1p53
    return low + (high - low) * fraction
  }
}

// MARK: -

private final class SeededState: Sendable {
  private let state: Lock<UInt64>

  init(_ seed: UInt64) {
    state = Lock(seed)
  }

  func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
