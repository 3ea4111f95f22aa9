public import Streams

/// Something a ``TestScheduler`` has still to do, or something that is still alive.
public struct Pending: Sendable, Hashable, CustomStringConvertible {
  /// What it is.
  public enum Kind: Sendable, Hashable {
    /// An action that was scheduled to run as soon as possible.
    case action
    /// A deadline of an operator, or of `schedule(at:)`.
    case timer
    /// A task that sleeps on the clock.
    case sleep
    /// Work of an async function that waits for its turn.
    case job
    /// A step of the test: an observation that is to begin, asked for there.
    case observe(CallSite)
    /// A step of the test: the cancel of an observation asked for there.
    case cancel(CallSite)
    /// A step of the test: an event of the test source made there.
    case scripted(CallSite)
    /// An observation begun there that has neither ended nor been cancelled.
    case observation(CallSite)
    /// An observation of the test source made there, which somebody has left running.
    case source(CallSite, since: Instant)
    /// An observation of the signal made there, whose emitter may still send.
    case emitter(CallSite, since: Instant)
    /// Something lost, see `Misuse`.
    case misuse(Misuse)
    /// An expectation that failed where no ``ExpectationReporter`` was plugged in.
    case expectation(String)

    /// Steps of the test are no work of what is tested.
    var isAlive: Bool {
      switch self {
      case .cancel, .scripted: false
      default: true
      }
    }
  }

  /// What it is.
  public var kind: Kind
  /// When it is due, where that is known.
  public var due: Instant?
  /// How often it has happened before: more than once, and it repeats.
  public var firings = 0

  init(kind: Kind, due: Instant? = nil, firings: Int = 0) {
    self.kind = kind
    self.due = due
    self.firings = firings
  }

  /// A line that names it.
  public var description: String {
    let name =
      switch kind {
      case .action: "an action"
      case .timer: firings > 1 ? "a repeating timer (\(firings) firings so far)" : "a timer"
      case .sleep: "a sleeping task"
      case .job: "a job of async code"
      case .observe(let place): "an observation that has not begun, asked for at \(place)"
      case .cancel(let place): "the cancel of the observation asked for at \(place)"
      case .scripted(let place): "an event of the test source made at \(place)"
      case .observation(let place): "an observation begun at \(place)"
      case .source(let place, let since):
        "the test source made at \(place), observed since \(since)"
      case .emitter(let place, let since):
        "the emitter of the signal made at \(place), observed since \(since)"
      case .misuse(let misuse): misuse.description
      case .expectation(let message): "an expectation that failed unreported, \(message)"
      }
    return due.map { "\(name), due at \($0)" } ?? name
  }
}
