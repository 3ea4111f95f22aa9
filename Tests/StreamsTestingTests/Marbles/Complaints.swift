import Streams
import StreamsTesting

/// Keeps what expectations complain about, so that a test can show that they do.
final class Complaints: Sendable {
  private let kept = Lock<[ExpectationFailure]>([])

  var failures: [ExpectationFailure] { kept.withLock { $0 } }
  var messages: [String] { failures.map(\.message) }

  var reporter: ExpectationReporter {
    ExpectationReporter { failure in self.kept.withLock { $0.append(failure) } }
  }

  /// Virtual time whose expectations complain here.
  func scheduler(step: Duration = MarbleDiagram.defaultStep) -> TestScheduler {
    TestScheduler(step: step, reporter: reporter)
  }
}

enum Fault: Error, Hashable {
  case lost
  case late
}
