import Synchronization

/// Bounds how deep letting go of a long pipeline goes on the stack (G8).
///
/// A signal holds the one it stands on, an observer holds the one it delivers to: without more, a
/// pipeline of 10,000 stages would be released by 10,000 nested calls. A fuse stands in every 64th
/// place. When it goes away what it held is released by a loop instead of from its own `deinit`.
///
/// The loop is one for the process: of two threads that release such pipelines at the same time one
/// may do it for both. A pipeline of less than 64 stages never meets a fuse.
@usableFromInline
final class Fuse<Held: Sendable>: Sendable {
  /// Nil only while it is let go of.
  private let held: Lock<Held?>

  @usableFromInline
  init(_ held: Held) {
    self.held = Lock(held)
  }

  deinit {
    Releases.release(
      held.withLock { held in
        defer { held = nil }
        return held
      })
  }

  @usableFromInline
  var value: Held? { held.withLock { $0 } }
}

/// Lets go of things one after another, however they hold each other.
enum Releases {
  private struct Waiting: Sendable {
    var list: [(any Sendable)?] = []
    var isOwned = false
  }

  private static let waiting = Lock(Waiting())
  /// How many are being let go of right now, one inside the other or on several threads: the
  /// latter count too, which sends one to the loop early and does no harm.
  private static let nesting = Atomic(0)

  /// Lets go of `held` here, or, where that is nested deep already, by the loop.
  static func releaseNested<Held: Sendable>(_ held: consuming Held?) {
    if nesting.add(1, ordering: .relaxed).newValue > 32 {
      // Taken out: a copy that lingers here would be the last.
      release(held.take())
    } else {
      held = nil
    }
    nesting.subtract(1, ordering: .relaxed)
  }

  static func release(_ held: consuming (any Sendable)?) {
    let isOwner = waiting.withLock { [held] waiting in
      waiting.list.append(held)
      defer { waiting.isOwned = true }
      return !waiting.isOwned
    }
    // From here on the list holds it.
    held = nil
    guard isOwner else { return }
    var batch: [(any Sendable)?] = []
    repeat {
      batch.removeAll()
      waiting.withLock { waiting in
        swap(&batch, &waiting.list)
        waiting.isOwned = !batch.isEmpty
      }
    } while !batch.isEmpty
  }
}
