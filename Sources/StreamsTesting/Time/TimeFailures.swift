public import Streams

/// There was more to do than a run was allowed to.
public struct EndlessWork: Error, Sendable, CustomStringConvertible {
  /// How many actions and jobs were run.
  public let limit: Int
  /// Where time stood, when it was one instant that had no end.
  public let instant: Instant?
  /// What was still to come; those that repeat say how often they have happened.
  public let pending: [Pending]
  /// Where the run was asked for; nil in an ``ExpectationFailure``, which has a place itself.
  public let place: CallSite?

  init(limit: Int, instant: Instant? = nil, pending: [Pending], place: CallSite? = nil) {
    self.limit = limit
    self.instant = instant
    self.pending = pending
    self.place = place
  }

  /// The limit, the place and what is pending, a line each.
  public var description: String {
    let run = place.map { " in the run at \($0)" } ?? ""
    let end = instant.map { " at \($0), and no end of them" } ?? ""
    return pending.lines(below: "More than \(limit) actions\(run)\(end); still to come:")
  }
}

/// Something was still alive when a test claimed to be over.
public struct StillAlive: Error, Sendable, CustomStringConvertible {
  /// What is alive.
  public let pending: [Pending]
  /// Where it was asked for.
  public let place: CallSite
  /// Where the scope that should have left nothing was begun; nil for a plain `verify()`.
  public let scope: CallSite?

  init(pending: [Pending], place: CallSite, scope: CallSite? = nil) {
    self.pending = pending
    self.place = place
    self.scope = scope
  }

  /// The place and what is alive, a line each.
  public var description: String {
    let head = scope.map { "at the end of the scope begun at \($0)" } ?? "at \(place)"
    return pending.lines(below: "Still alive \(head):")
  }
}

/// What ``TestScheduler/advance(by:within:fileID:line:isolation:until:)`` waited for did not come.
public struct ConditionNotMet: Error, Sendable, CustomStringConvertible {
  /// Why it stopped waiting.
  public enum Reason: Sendable, Hashable {
    /// So much real time had passed.
    case realTime(Duration)
    /// The waiting task was cancelled.
    case cancelled
  }

  /// Why it stopped waiting.
  public let reason: Reason
  /// Where virtual time stood then.
  public let now: Instant
  /// What was still to come.
  public let pending: [Pending]
  /// Where it was waited for.
  public let place: CallSite

  /// Why, when, where, and what is pending, a line each.
  public var description: String {
    let why =
      switch reason {
      case .realTime(let limit): "within \(limit) of real time"
      case .cancelled: "before the waiting task was cancelled"
      }
    let head =
      "The condition of the advance at \(place) was not met \(why); virtual time stands at \(now)"
    return pending.lines(below: head + (pending.isEmpty ? ", nothing is to come." : ", to come:"))
  }
}

extension [Pending] {
  /// As many as anybody reads.
  fileprivate func lines(below head: String) -> String {
    let most = 50
    let rest = count > most ? ["- and \(count - most) more"] : []
    return ([head] + prefix(most).map { "- \($0)" } + rest).joined(separator: "\n")
  }
}
