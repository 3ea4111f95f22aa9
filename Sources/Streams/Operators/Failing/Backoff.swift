/// How long to wait before another attempt: a growth, a limit, and chance.
///
/// Attempts count from 1. No attempt number overflows: a wait is at most ``max``.
///
/// ```swift
/// let backoff = Backoff.exponential(base: .milliseconds(200), max: .seconds(10))
///   .jittered(.full, .system)
/// ```
public struct Backoff: Sendable {
  private enum Growth: Sendable {
    case constant
    case linear
    case exponential(factor: Double)
  }

  /// How chance changes a wait.
  public enum Jitter: Sendable, Hashable {
    /// Anything from zero to the wait.
    case full
    /// Half the wait, and anything from zero to the other half.
    case equal
    /// Anything from the base to three times the wait before, up to the limit.
    case decorrelated
  }

  /// The wait after the first attempt.
  public let base: Duration
  /// No wait is longer.
  public let max: Duration
  private let growth: Growth
  private var jitter: (kind: Jitter, randomness: Randomness)?

  private init(_ growth: Growth, base: Duration, max: Duration) {
    self.growth = growth
    self.max = Swift.max(max, .zero)
    self.base = Swift.min(Swift.max(base, .zero), self.max)
  }

  /// The same wait each time.
  public static func constant(_ wait: Duration) -> Backoff {
    Backoff(.constant, base: wait, max: wait)
  }

  /// `base`, twice `base`, three times `base`, up to `max`.
  public static func linear(base: Duration, max: Duration = .seconds(3600)) -> Backoff {
    Backoff(.linear, base: base, max: max)
  }

  /// `base`, then each `factor` times the one before, up to `max`. A factor under 1, or none,
  /// counts as 1.
  public static func exponential(
    base: Duration, factor: Double = 2, max: Duration = .seconds(3600)
  ) -> Backoff {
    Backoff(.exponential(factor: factor > 1 ? factor : 1), base: base, max: max)
  }

  /// The same waits, changed by chance. Copies draw from the same `randomness`.
  public func jittered(_ kind: Jitter, _ randomness: Randomness) -> Backoff {
    var copy = self
    copy.jitter = (kind, randomness)
    return copy
  }

  /// The wait after attempt `attempt`, from 1; never negative, never more than ``max``.
  ///
  /// `previous` is the wait before this one, which only decorrelated jitter looks at; nil counts
  /// as ``base``.
  public func delay(attempt: Int, previous: Duration? = nil) -> Duration {
    let plain = plainDelay(Swift.max(attempt, 1))
    guard let (kind, randomness) = jitter else { return plain }
    switch kind {
    case .full: return randomness.duration(in: .zero, plain)
    case .equal: return plain / 2 + randomness.duration(in: .zero, plain / 2)
    case .decorrelated:
      let last = Swift.min(Swift.max(previous ?? base, base), max)
      let high = last > max / 3 ? max : last * 3
      return randomness.duration(in: base, Swift.max(high, base))
    }
  }

  private func plainDelay(_ attempt: Int) -> Duration {
    switch growth {
    case .constant: base
    case .linear: scaled(Double(attempt))
    case .exponential(let factor): scaled(power(factor, attempt - 1))
    }
  }

  /// `base` times `times`, at most `max`; exact where the product is one of whole nanoseconds.
  private func scaled(_ times: Double) -> Duration {
    guard base > .zero else { return .zero }
    guard times < max / base else { return max }
    if times == times.rounded(), times < 0x1p53 { return base * Int64(times) }
    return Swift.min(base * times, max)
  }

  private func power(_ factor: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = factor
    var left = exponent
    while left > 0, result.isFinite {
      if left & 1 == 1 { result *= square }
      square *= square
      left >>= 1
    }
    return result
  }
}
