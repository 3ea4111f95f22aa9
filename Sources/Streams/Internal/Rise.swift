/// Lets ends rise through observations nested however deep in constant stack (G8).
///
/// The end of the innermost is the end of all around it: each would hand it on from inside the
/// handler of the one below. At every 64th it is handed to this trampoline, which all of one nest
/// share from there on: the lowest owns it, and what the next one gives it is delivered when the
/// handlers below have returned. A nest of less than 64 never meets it, and no value does.
@usableFromInline
final class Rise: Sendable {
  private let ends = Drain<@Sendable () -> Void>()

  func take(_ end: @escaping @Sendable () -> Void) {
    ends.send(end) { $0() }
  }
}
