import Streams
import StreamsTesting
import Testing

@Suite("retry")
struct RetryTests {
  private let stage = PictureStage()

  @Test(
    "So many more attempts; what failed ones delivered stays",
    arguments: [
      (-1, "1-#", "0-2"), (0, "1-#", "0-2"), (1, "1-1-#", "0-2 2-4"),
      (2, "1-1-1-#", "0-2 2-4 4-6"),
    ])
  func counts(_ count: Int, _ expected: String, _ runs: String) {
    #expect(stage.play(stage.cold("1-#").retry(count)) == expected)
    #expect(stage.runs() == runs)
  }

  @Test("With a back-off, waits grow until a value comes; at most so many attempts")
  func backoff() {
    let backoff = Backoff.linear(base: .seconds(1))
    let empty = stage.cold("-#").retry(2, backoff: backoff, scheduler: stage.scheduler)
    #expect(stage.play(empty) == "------#")
    #expect(stage.runs() == "0-1 2-3 5-6")
    let valued = stage.cold("1-#", "b").retry(2, backoff: backoff, scheduler: stage.scheduler)
    #expect(stage.play(valued) == "1--1--1-#")
    #expect(stage.play(stage.cold("1#").retry(0, backoff: backoff, scheduler: .main)) == "1#")
  }

  @Test("Only a failure that passes the test leads to another attempt")
  func picks() {
    let scheduler = stage.scheduler
    let failures = Notes<Int>()
    let signal = stage.cold("-#").retry(9, backoff: .constant(.seconds(1)), scheduler: scheduler) {
      _ in
      failures.add(1)
      return failures.all.count < 3
    }
    #expect(stage.play(signal) == "-----#")
  }

  @Test("Decorrelated jitter is told the wait before, until a value comes")
  func decorrelated() {
    func backoff() -> Backoff {
      .exponential(base: .seconds(1), max: .seconds(500))
        .jittered(.decorrelated, Randomness(Streams.SeededGenerator(seed: 3)))
    }
    let plain = backoff()
    let first = plain.delay(attempt: 1)
    let second = plain.delay(attempt: 2, previous: first)
    let starts = Notes<Instant>()
    let scheduler = TestScheduler()
    let recording = scheduler.record(
      Signal<Int, PictureFailure>.fail(PictureFailure())
        .handleEvents(onStart: { starts.add(scheduler.now) })
        .retry(2, backoff: backoff(), scheduler: scheduler))
    scheduler.advance(by: .seconds(1000))
    #expect(starts.all.map(\.offset) == [.zero, first, first + second])
    #expect(recording.failure != nil)
  }

  @Test("An attempt that finishes is the last")
  func succeeds() {
    let attempts = Notes<Int>()
    let signal = PictureSignal.deferred { [stage] in
      attempts.add(1)
      return stage.cold(attempts.all.count < 3 ? "-#" : "-1|")
    }
    #expect(stage.play(signal.retry(9)) == "---1|")
  }

  @Test("A cancel stops the attempt that runs, and there is no other")
  func cancel() {
    #expect(stage.play(stage.cold("1-#").retry(9), cancelAt: 3) == "1-1")
    #expect(stage.runs() == "0-2 2-3")
  }

  @Test("Ends, cancels and counts for each observer anew")
  func laws() {
    expectLaws(failure: "----#") { source, _ in source.retry(1) }
    #expect(stage.play(stage.cold("1-#").retry(1), from: [0, 1]) == ["1-1-#", "1-1-#"])
  }

  @Test("A cancel from the handler of a failed attempt's value is the end")
  func cancelInside() {
    let scope = Subscription()
    let values = Notes<Int>()
    Signal<Int, PictureFailure>.just(1).append(.fail(PictureFailure())).retry(1_000)
      .observe(
        in: scope,
        value: { value in
          values.add(value)
          if values.all.count == 3 { scope.cancel() }
        })
    #expect(values.all == [1, 1, 1])
  }

  // MARK: - when

  private func decided(
    _ picture: String,
    _ decide: @escaping @Sendable (RetryAttempt) -> RetryDecision<PictureFailure>
  ) -> PictureSignal {
    stage.cold(picture).retry(scheduler: stage.scheduler) { _, attempt in decide(attempt) }
  }

  @Test("Waits as long as it is told, for the attempt it is told about")
  func waits() {
    let signal = decided("1#") { attempt in
      attempt.number < 3 ? .retry(after: .seconds(attempt.number)) : .fail
    }
    #expect(stage.play(signal) == "1-1--1#")
    #expect(stage.runs() == "0-1 2-3 5-6")
  }

  @Test("A wait of zero or less restarts at once, without the scheduler")
  func atOnce() {
    let signal = decided("1#") { attempt in
      attempt.number < 3 ? .retry(after: .seconds(-attempt.number)) : .fail
    }
    #expect(stage.play(signal) == "111#")
  }

  @Test("The end may have another failure")
  func failsWith() {
    struct Reason: Error, Equatable { var number: Int }
    let signal = Signal<Int, Reason>.fail(Reason(number: 1))
      .retry(scheduler: stage.scheduler) { _, _ in .fail(with: Reason(number: 2)) }
    #expect(stage.scheduler.record(signal).failure == Reason(number: 2))
  }

  @Test("A cancel during the wait leaves nothing pending")
  func cancelWait() {
    #expect(stage.play(decided("1#") { _ in .retry(after: .seconds(5)) }, cancelAt: 3) == "1")
    #expect(stage.scheduler.pending.isEmpty)
    #expect(stage.runs() == "0-1")
  }

  @Test("Attempts are numbered without a break, and counted anew from each value")
  func numbers() {
    let seen = Notes<[Int]>()
    let pictures = ["-#", "-#", "1#", "-#", "12#", "-#"]
    let signal = PictureSignal.deferred { [stage] in stage.cold(pictures[seen.all.count]) }
      .retry(scheduler: stage.scheduler) { _, attempt in
        seen.add([attempt.number, attempt.sinceValue])
        return attempt.number < pictures.count ? .retry(after: .zero) : .fail
      }
    _ = stage.play(signal)
    #expect(seen.all == [[1, 1], [2, 2], [3, 1], [4, 2], [5, 1], [6, 2]])
  }
}
