/// A moment on a scheduler's own time line: an exact distance from where that line begins.
///
/// It is no date. Arithmetic is clamped at the ends of what a `Duration` can hold, so that an
/// absurd interval means "never" or "now" and traps nowhere.
@frozen
public struct Instant: InstantProtocol, Sendable, Hashable {
  /// The distance from the beginning of the time line.
  public var offset: Duration

  /// The moment at `offset` from the beginning.
  @inlinable
  public init(offset: Duration) {
    self.offset = offset
  }

  /// Where the time line begins.
  @inlinable public static var zero: Instant { Instant(offset: .zero) }

  /// The last moment there is: "never".
  @inlinable public static var distantFuture: Instant { Instant(offset: .seconds(Int64.max)) }

  /// This moment moved by `duration`, clamped to ± 292 billion years.
  public func advanced(by duration: Duration) -> Instant {
    Instant(offset: Self.clamped(Self.clamped(offset) + Self.clamped(duration)))
  }

  /// How long it is from this moment to `other`; negative when `other` is earlier.
  public func duration(to other: Instant) -> Duration {
    Self.clamped(other.offset) - Self.clamped(offset)
  }

  /// An offset may be anything a `Duration` can hold; a sum of two such ones would trap.
  private static func clamped(_ duration: Duration) -> Duration {
    let limit = distantFuture.offset
    return min(max(duration, .zero - limit), limit)
  }

  /// Earlier before later.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.offset < right.offset
  }
}

extension Instant: CustomStringConvertible {
  /// The offset, in words: `1.5 seconds`.
  public var description: String { offset.description }
}
