import Synchronization

/// Bounds how deep letting go of a long pipeline goes on the stack (G8).
///
/// A signal holds the one it stands on, an observer holds the one it delivers to: without more, a
/// pipeline of 10,000 stages would be released by 10,000 nested calls. A fuse stands in every 64th
/// place. When it goes away what it held is released by a loop instead of from its own `deinit`.
///
/// The loop is that of the thread, which therefore is done with it when it goes on. A pipeline of
/// less than 64 stages never meets a fuse.
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
  /// That of this thread, while it lets go of something deep: a task-local, as there is no other
  /// way to know the thread.
  @TaskLocal private static var loop: ReleaseLoop?
  /// How many are being let go of right now, one inside the other or on several threads: the
  /// latter count too, which makes a loop early and does no harm.
  private static let nesting = Atomic(0)

  /// Lets go of `held` here, or, where that may be nested deep already, by a loop.
  static func releaseNested<Held: Sendable>(_ held: consuming Held?) {
    if nesting.add(1, ordering: .relaxed).newValue > 32 {
      // Taken out: a copy that lingers here would be the last.
      release(held.take())
    } else {
      held = nil
    }
    nesting.subtract(1, ordering: .relaxed)
  }

  /// Lets go of `held` by the loop of this thread; the first to come is the loop.
  static func release(_ held: consuming (any Sendable)?) {
    if let loop, loop.take(&held) { return }
    let loop = ReleaseLoop()
    guard loop.take(&held) else { return }
    $loop.withValue(loop) { loop.run() }
  }
}

/// What one thread lets go of. A task that is begun meanwhile inherits it, so it may be closed.
private final class ReleaseLoop: Sendable {
  private struct State: Sendable {
    var waiting: [(any Sendable)?] = []
    var isClosed = false
  }

  private let state = Lock(State())

  /// False when it is closed.
  func take(_ held: inout (any Sendable)?) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.waiting.append(held.take())
      return true
    }
  }

  func run() {
    var batch: [(any Sendable)?] = []
    repeat {
      batch.removeAll()
      state.withLock { state in
        swap(&batch, &state.waiting)
        state.isClosed = batch.isEmpty
      }
    } while !batch.isEmpty
  }
}
