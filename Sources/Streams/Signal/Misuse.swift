/// A place in the source of a program.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
  /// Module and file, as `#fileID` gives it.
  public var fileID: String
  /// The line, from 1.
  public var line: UInt

  /// The place at `fileID`, `line`.
  public init(fileID: StaticString, line: UInt) {
    self.fileID = fileID.description
    self.line = line
  }

  /// `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

/// Something a program did that loses events and that no type could forbid.
///
/// Nothing is lost in silence (G9): a misuse is handed to every handler set with
/// ``onReport(_:)``; where there is none, debug builds print it. It never traps.
public enum Misuse: Sendable, Hashable, CustomStringConvertible {
  /// An ``Emitter`` went away although its observation had neither ended nor been cancelled:
  /// nobody can send that end any more. The place is where the signal was made.
  case emitterReleasedWithoutEnd(CallSite)
  /// The function given by `Signal(callback:)` was called again; the first answer counted.
  case callbackCalledAgain(CallSite)
  /// A signal that was asked for one answer finished without a value, and nothing was said for
  /// that.
  case finishedWithoutValue(CallSite)
  /// An operator was given a count below the least that makes sense; it goes on with the least.
  case countTooSmall(operator: String, given: Int, least: Int)
  /// A length of time that makes no sense was given for the step of a diagram; it goes on with the
  /// nearest that does.
  case badStep(Duration, taken: Duration)
  /// A source went on sending at a later instant than its observation was cancelled at: whatever
  /// it sends from was not stopped. The place is where the signal was made. Only the test kit,
  /// which knows the instants, reports it.
  case sentAfterCancel(CallSite)
  /// A scheduler, made at that place, was used by a test that said it would not be.
  case unimplementedSchedulerUsed(CallSite, member: String)

  /// A sentence that names the place.
  public var description: String {
    switch self {
    case .emitterReleasedWithoutEnd(let place):
      "The emitter of the signal made at \(place) was released without an end."
    case .callbackCalledAgain(let place):
      "The callback of the signal made at \(place) was called more than once."
    case .finishedWithoutValue(let place):
      "The signal started at \(place) finished without a value."
    case .countTooSmall(let name, let given, let least):
      "\(name) was given \(given); it goes on with \(least), the least that makes sense."
    case .badStep(let step, let taken):
      "A diagram was given steps of \(step); it goes on with \(taken), which makes sense."
    case .sentAfterCancel(let place):
      "The source of the signal made at \(place) went on sending after a cancel."
    case .unimplementedSchedulerUsed(let place, let member):
      "\(member) of the unimplemented scheduler made at \(place) was used."
    }
  }

  /// Hands every misuse, wherever it happens in the process, to `handler`, on the thread it
  /// happened on, until the subscription is cancelled.
  public static func onReport(
    _ handler: @escaping @Sendable (Misuse) -> Void
  ) -> Subscription {
    let subscription = Subscription()
    let token = MisuseHandlers.shared.handlers.withLock { $0.append(handler) }
    subscription.onCancel { _ = MisuseHandlers.shared.handlers.withLock { $0.remove(token) } }
    return subscription
  }

  /// `given`, or `least`, with a report, where it is below that.
  @usableFromInline
  package static func count(_ given: Int, atLeast least: Int = 1, in name: StaticString) -> Int {
    guard given < least else { return given }
    Misuse.countTooSmall(operator: name.description, given: given, least: least)
      .report(to: nil)
    return least
  }

  /// Takes the place of the handlers for observations begun in the same task, or call: the test
  /// kit's.
  @TaskLocal package static var taskHandler: TaskHandler?

  /// A function in a value of its own: a task-local that is itself a function crashes when it is
  /// set in an optimised build (seen with Swift 6.3.1).
  package struct TaskHandler: Sendable {
    let handle: @Sendable (Misuse) -> Void
    /// Told of each emitter: where its signal was made, and its observation. The answer is told
    /// of what is sent when nobody listens any more.
    let watch: (@Sendable (CallSite, Subscription) -> LateSend)?

    package init(
      _ handle: @escaping @Sendable (Misuse) -> Void,
      watch: (@Sendable (CallSite, Subscription) -> LateSend)? = nil
    ) {
      self.handle = handle
      self.watch = watch
    }
  }

  /// What is called for each event that is sent when nobody listens any more.
  @usableFromInline
  package struct LateSend: Sendable {
    @usableFromInline let note: @Sendable () -> Void

    package init(_ note: @escaping @Sendable () -> Void) {
      self.note = note
    }
  }

  package func report(to taskHandler: TaskHandler?) {
    if let handler = taskHandler ?? Misuse.taskHandler { return handler.handle(self) }
    let handlers = MisuseHandlers.shared.handlers.withLock { $0.elements }
    for handler in handlers { handler(self) }
    #if DEBUG
      if handlers.isEmpty { print("Streams: \(self)") }
    #endif
  }
}

private final class MisuseHandlers: Sendable {
  static let shared = MisuseHandlers()
  let handlers = Lock(Slots<@Sendable (Misuse) -> Void>())
}
