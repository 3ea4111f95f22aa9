/// Keeps an object alive for work that a scheduler will do later, and lets go of it at a cancel
/// although the scheduler still holds the work (G10).
final class Keeper<Object: AnyObject & Sendable>: Sendable {
  private let object = Lock<Object?>(nil)

  func keep(_ object: Object) {
    self.object.withLock { $0 = object }
  }

  /// Hands the object out and holds it no longer.
  @discardableResult
  func letGo() -> Object? {
    object.withLock { object in
      defer { object = nil }
      return object
    }
  }
}
