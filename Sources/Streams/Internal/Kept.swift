/// A user's closure that makes signals, held by a signal that stands on it.
///
/// It may hold signals itself, `flatMap { _ in inner }`, and how deep these stand cannot be seen,
/// so no fuse is put in their way. Such closures are counted while they are let go of instead;
/// where too many are at the same time the rest is let go of by a loop (G8). Who calls the closure
/// takes it out once an observation.
@usableFromInline
final class Kept<Input, Value: Sendable, Failure: Error>: Sendable {
  /// A struct, for the reason that ``Receiver`` is one.
  @frozen
  @usableFromInline
  struct Maker: Sendable {
    @usableFromInline let make: @Sendable (Input) -> Signal<Value, Failure>

    @inlinable
    init(_ make: @escaping @Sendable (Input) -> Signal<Value, Failure>) {
      self.make = make
    }
  }

  /// Nil only while it is let go of.
  @usableFromInline let maker: Lock<Maker?>

  @inlinable
  init(_ make: @escaping @Sendable (Input) -> Signal<Value, Failure>) {
    maker = Lock(Maker(make))
  }

  deinit {
    Releases.releaseNested(
      maker.withLock { maker in
        defer { maker = nil }
        return maker
      })
  }

  @inlinable var make: (@Sendable (Input) -> Signal<Value, Failure>)? {
    maker.withLock { $0 }?.make
  }
}
