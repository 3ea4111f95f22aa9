#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The time of day, as a distance from the start of 1970 in UTC.
public struct WallClock: Sendable {
  /// Tells the time of day; may be called from any thread.
  public let now: @Sendable () -> Duration

  /// A clock that asks `now`.
  public init(_ now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  /// The clock of the system.
  public static let system = WallClock {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
