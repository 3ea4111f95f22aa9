internal import Streams

/// What a scheduler's expectations have in common.
final class Expectations: Sendable {
  /// How long a step of a diagram is, as it was asked for.
  let step: Duration
  let reporter: ExpectationReporter?
  /// Failures that nobody could be told, and their names among ``UntoldFailures``.
  private let unreported = Lock<[(failure: ExpectationFailure, token: Int)]>([])

  init(step: Duration, reporter: ExpectationReporter?) {
    self.step = step
    self.reporter = reporter
  }

  /// For `verify()`.
  var pending: [Pending] {
    unreported.withLock { $0 }.map { Pending(kind: .expectation($0.failure.description)) }
  }

  /// `verify()` is about to throw them.
  func areTold() {
    UntoldFailures.remove(unreported.withLock { $0.map(\.token) })
  }

  /// Tells the nearest reporter; where there is none, prints it and keeps it for `verify()`, and
  /// for the end of the process.
  func report(_ failure: ExpectationFailure) {
    if let reporter = reporter ?? ExpectationReporter.nearest { return reporter.report(failure) }
    let token = UntoldFailures.add(failure)
    unreported.withLock { $0.append((failure, token)) }
  }

  /// The step to count with, `asked` or else the scheduler's. One that makes no sense is reported.
  func step(_ asked: Duration?, _ place: TestPlace) -> Duration {
    let asked = asked ?? step
    let step = MarbleStep(asked)
    if step.isCorrected {
      report(
        ExpectationFailure(
          reason: .badStep(asked, taken: step.length), place: place, subject: "The step"))
    }
    return step.length
  }
}

extension TestScheduler {
  /// What `body` finds out, reported; nil when all is as expected.
  func check(
    _ subject: String, _ place: TestPlace, from beginning: Instant = .zero,
    _ body: () throws(MarbleFault) -> ExpectationFailure.Reason?
  ) -> ExpectationFailure? {
    var reason: ExpectationFailure.Reason?
    do {
      reason = try body()
    } catch {
      reason = .badDiagram(error)
    }
    guard let reason else { return nil }
    let failure = ExpectationFailure(
      reason: reason, place: place, subject: subject, beginning: beginning)
    expectations.report(failure)
    return failure
  }
}

extension MarbleDiagram {
  /// Reads a diagram that says nothing but what has a meaning where it stands.
  init(
    _ text: String, of place: String, _ hasMeaning: (Kind) -> Bool
  ) throws(MarbleFault) {
    try self.init(text)
    if let index = marks.firstIndex(where: { !hasMeaning($0.kind) }) {
      throw fault(.meaningless(marks[index].kind, in: place), at: index)
    }
  }

  /// Nothing is delivered before it is observed.
  func checkObserved() throws(MarbleFault) {
    guard let index = marks.firstIndex(where: { $0.kind == .observed }), index > 0 else { return }
    throw fault(.beforeObserved, at: 0)
  }
}
