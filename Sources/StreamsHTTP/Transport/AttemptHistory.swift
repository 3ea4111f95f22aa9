internal import Streams

/// The attempts of one request, in order, and when the running one began.
struct AttemptHistory: Sendable {
  private(set) var attempts: [Attempt] = []
  private var started = Instant.zero

  mutating func begin(at now: Instant) {
    started = now
  }

  mutating func end(at now: Instant, _ outcome: Attempt.Outcome) {
    attempts.append(
      Attempt(number: attempts.count + 1, started: started, ended: now, outcome: outcome))
  }

  /// Takes over an attempt that was told of; the next one begins now. Several decorators that try
  /// again each count their own: here they are counted together.
  mutating func append(_ attempt: Attempt, now: Instant) {
    var attempt = attempt
    attempt.number = attempts.count + 1
    attempts.append(attempt)
    started = now
  }
}
