/// How much of a request a ``LoopbackServer`` reads before it refuses it.
public struct ServerLimits: Sendable, Hashable {
  /// The most bytes of a request line with its fields; more is answered with 431.
  public var head: Int
  /// The most bytes of content; more is answered with 413.
  public var body: Int

  /// Limits of so many bytes: 64 KiB and 64 MiB at first.
  public init(head: Int = 65_536, body: Int = 64 << 20) {
    self.head = head
    self.body = body
  }
}
