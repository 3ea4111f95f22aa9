/// Where async work goes when nothing is said: what a test kit sets around code that it runs in
/// virtual time, so that the pipelines of an app need not carry an executor for their tests.
package enum Ambient {
  /// Nil outside of such code: the usual pool.
  @TaskLocal package static var executor: (any TaskExecutor)?

  /// Who is told of each observation that a program begins; nil where nobody asked.
  @TaskLocal package static var ledger: (any ObservationLedger)?
}

/// Who wants to know what is observed, and from where: a test kit that names what is left alive.
///
/// A protocol and not a function, because a task-local that is itself a function crashes when it
/// is set in an optimised build (seen with Swift 6.3.1).
package protocol ObservationLedger: Sendable {
  /// An observation is about to begin. To be kept weakly: nothing lives longer for being known.
  func note(_ observation: Subscription, at place: CallSite)
}

extension Subscription {
  /// Tells the ledger around, if there is one.
  @usableFromInline
  func note(_ fileID: StaticString, _ line: UInt) {
    guard let ledger = Ambient.ledger, isActive else { return }
    ledger.note(self, at: CallSite(fileID: fileID, line: line))
  }
}
