internal import Streams
public import StreamsHTTP
public import StreamsTesting

extension WallClock {
  /// The time of day in the virtual time of `scheduler`, for dates in fields and the ages of what
  /// is cached.
  ///
  /// ```swift
  /// let time = TestScheduler()
  /// let client = Client(
  ///   baseURL: "https://example.org", transport: stub, scheduler: time,
  ///   wallClock: .virtual(time))
  /// ```
  ///
  /// - Parameter start: the time of day at the beginning of virtual time, from the start of 1970
  ///   in UTC. Left out: Sun, 06 Nov 1994 08:49:37 GMT, the date of the examples in RFC 9110.
  public static func virtual(
    _ scheduler: TestScheduler, startingAt start: Duration = .seconds(784_111_777)
  ) -> WallClock {
    WallClock { Instant(offset: start).advanced(by: scheduler.now.offset).offset }
  }
}
