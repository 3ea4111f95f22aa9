import Streams
import StreamsTesting
import Testing

/// Each fault of timing, for every operator that waits.
@Suite("Faults of timing, in every operator that waits")
struct TimedOperatorFaults {
  @Test(
    "TIM-01, TIM-03, TIM-14: what waits comes by itself, at its time, whatever the clock reads",
    arguments: TimedRow.all)
  fileprivate func byItself(row: TimedRow) {
    for begin in [0, 1, 1_000_000_000] {
      let scheduler = TestScheduler()
      scheduler.advance(by: .seconds(begin))
      let trial = TimedTrial(row, scheduler)
      let log = trial.record(.live)
      scheduler.advance(by: .seconds(3600))
      #expect(trial.drawn(log) == row.live)
      log.cancel()
      #expect(scheduler.pending.isEmpty)
    }
  }

  @Test(
    "TIM-05, TIM-06: after a burst nothing comes twice and nothing stays pending",
    arguments: TimedRow.all)
  fileprivate func burst(row: TimedRow) {
    let scheduler = TestScheduler()
    let trial = TimedTrial(row, scheduler)
    let log = trial.record(.burst)
    scheduler.advance(by: .seconds(20))
    #expect(scheduler.pending.isEmpty)
    scheduler.advance(by: .seconds(3600))
    #expect(trial.drawn(log) == row.burst)
    log.cancel()
  }

  @Test(
    "TIM-07, TIM-08: state is of one observation: two at once and one later are equal",
    arguments: TimedRow.all)
  fileprivate func twice(row: TimedRow) {
    let scheduler = TestScheduler()
    let trial = TimedTrial(row, scheduler)
    let signal = trial.signal(.live)
    let first = scheduler.record(signal)
    let second = scheduler.record(signal)
    scheduler.advance(by: .seconds(3600))
    let third = scheduler.record(signal)
    scheduler.advance(by: .seconds(3600))
    #expect(trial.drawn(first) == row.live)
    #expect(trial.drawn(second) == row.live)
    #expect(trial.drawn(third, from: 3600) == row.live)
    for log in [first, second, third] { log.cancel() }
  }

  @Test(
    "TIM-09: a failure that comes while the consumer is away is thrown by the next request, once",
    arguments: TimedRow.all)
  fileprivate func consumerAway(row: TimedRow) async throws {
    let scheduler = TestScheduler()
    let trial = TimedTrial(row, scheduler)
    let signal = trial.signal(.failing)
    let task = Task(executorPreference: scheduler) { () -> [String] in
      var heard: [String] = []
      var iterator = signal.values.makeAsyncIterator()
      while heard.last != "nothing" {
        do {
          heard.append(try await iterator.next().map { "\($0)" } ?? "nothing")
        } catch {
          heard.append("#")
        }
        try? await scheduler.sleep(for: .seconds(100))
      }
      return heard
    }
    try scheduler.run()
    let heard = await task.value
    #expect(Array(heard.suffix(2)) == ["#", "nothing"])
    #expect(heard.filter { $0 == "#" }.count == 1)
    #expect(heard.count > 2, "a value came before")
  }

  @Test(
    "TIM-11: a source that never sends is limited from its start, and nothing else comes of it",
    arguments: TimedRow.all)
  fileprivate func silence(row: TimedRow) {
    let scheduler = TestScheduler()
    let trial = TimedTrial(row, scheduler)
    let log = trial.record(.silence)
    scheduler.advance(by: .seconds(3600))
    #expect(trial.drawn(log) == row.silent)
    #expect(scheduler.pending.isEmpty)
    log.cancel()
  }

  @Test(
    "TIM-12: what waits goes on when the subscription is let go of, until it is cancelled",
    arguments: TimedRow.all)
  fileprivate func droppedHandle(row: TimedRow) {
    for isCancelled in [true, false] {
      let scheduler = TestScheduler()
      let trial = TimedTrial(row, scheduler)
      let log = Log<String>()
      let scope = Subscription()
      func start() {
        trial.signal(.live).observe(in: scope) { log.append(TimedTrial.drawn($0, scheduler.now)) }
      }
      start()
      scheduler.advance(by: .seconds(5))
      if isCancelled {
        scope.cancel()
        #expect(scheduler.pending.isEmpty)
      }
      scheduler.advance(by: .seconds(3600))
      #expect(log.entries == (isCancelled ? row.live.filter { row.second($0) <= 5 } : row.live))
      scope.cancel()
    }
  }

  @Test(
    "TIM-15: a slow handler makes nothing come before its time, and nothing is lost or reordered",
    arguments: TimedRow.all)
  fileprivate func slowHandler(row: TimedRow) {
    let scheduler = TestScheduler()
    let trial = TimedTrial(row, scheduler)
    let log = Log<(event: ItemEvent, at: Instant)>()
    let scope = Subscription()
    trial.signal(.live).observe(in: scope) { event in
      log.append((event, scheduler.now))
      if log.entries.count == 1 { scheduler.advance(by: .milliseconds(3_500)) }
    }
    scheduler.advance(by: .seconds(3600))
    let values = log.entries.map { TimedTrial.drawn($0.event, .zero) }
    #expect(values == row.live.map { $0.prefix { $0 != "@" } + "@0" })
    for (heard, expected) in zip(log.entries, row.live) {
      #expect(heard.at >= Instant(offset: .seconds(row.second(expected))))
    }
    scope.cancel()
    #expect(scheduler.pending.isEmpty)
  }

  @Test(
    "TIM-16: nothing comes after a cancel, whether or not the source has ended",
    arguments: TimedRow.all, [true, false])
  fileprivate func cancelled(row: TimedRow, hasEnded: Bool) {
    let scheduler = TestScheduler()
    let log = Log<ItemEvent>()
    let values = Items.sequence((0..<128).map { Item($0) })
    let subscription = row.apply(hasEnded ? values : values.append(.never()), scheduler)
      .observe { log.append($0) }
    let before = log.entries
    subscription.cancel()
    #expect(scheduler.pending.isEmpty)
    scheduler.advance(by: .seconds(20))
    #expect(log.entries == before)
  }

  @Test("DLK-13: a closure that makes or judges a failure may send; one end comes of it")
  func closureSends() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Item, TestFailure>()
    @Sendable func sendAndFail() -> TestFailure {
      subject.send(9)
      return .two
    }
    let limited = Log<ItemEvent>()
    subject.signal.timeout(.seconds(5), scheduler: scheduler, failure: sendAndFail())
      .observe { limited.append($0) }
    scheduler.advance(by: .seconds(5))
    #expect(limited.entries == [.failure(.two)])
    #expect(subject.observerCount == 0)

    let source = ManualSource()
    let retried = Log<ItemEvent>()
    source.signal.retry(scheduler: scheduler) { _, attempt in
      source.send(.value(9))
      source.send(.failure(.two))
      return attempt.number < 2 ? .retry(after: .seconds(1)) : .fail
    }
    .observe { retried.append($0) }
    source.send(.failure(.one))
    scheduler.advance(by: .seconds(1))
    source.send(.failure(.one))
    #expect(retried.entries == [.failure(.one)])
    #expect(source.open == 0 && scheduler.pending.isEmpty)
  }

  @Test("CMP-10: batches of every size agree with a plain loop", arguments: 1...6)
  func batches(size: Int) {
    for length in 0...6 {
      let log = Log<[Int]>()
      Signal<Int, Never>.sequence(0..<length)
        .collect(.byTimeOrCount(.seconds(1), size, scheduler: TestScheduler()))
        .observe(value: { log.append($0) })
      let expected = stride(from: 0, to: length, by: size)
        .map { Array($0..<min($0 + size, length)) }
      #expect(log.entries == expected)
    }
  }
}

// MARK: - The operators

/// An operator that waits ten seconds for something, and what comes of it, drawn as `1@10`.
private struct TimedRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Of 1, 2 and 3 at the seconds 0, 1 and 2, and silence.
  let live: [String]
  /// Of 0 to 10 at the second 0, and silence.
  let burst: [String]
  /// Of silence.
  var silent: [String] = []
  let apply: @Sendable (Items, any Scheduler) -> Items

  static let ten = Duration.seconds(10)

  func second(_ drawn: String) -> Int { Int(drawn.drop { $0 != "@" }.dropFirst()) ?? 0 }

  static func all(at second: Int) -> [String] { (0...10).map { "\($0)@\(second)" } }

  static let all: [TimedRow] = [
    TimedRow(
      testDescription: "debounce", live: ["3@12"], burst: ["10@10"],
      apply: { $0.debounce(for: ten, scheduler: $1) }),
    TimedRow(
      testDescription: "throttle, the newest", live: ["1@0", "3@10"], burst: ["0@0", "10@10"],
      apply: { $0.throttle(for: ten, latest: true, scheduler: $1) }),
    TimedRow(
      testDescription: "throttle, the first", live: ["1@0"], burst: ["0@0"],
      apply: { $0.throttle(for: ten, latest: false, scheduler: $1) }),
    TimedRow(
      testDescription: "delay", live: ["1@10", "2@11", "3@12"], burst: all(at: 10),
      apply: { $0.delay(for: ten, scheduler: $1) }),
    TimedRow(
      testDescription: "timeout each", live: ["1@0", "2@1", "3@2", "#@12"],
      burst: all(at: 0) + ["#@10"], silent: ["#@10"],
      apply: { $0.timeout(ten, scheduler: $1, failure: .two) }),
    TimedRow(
      testDescription: "timeout total", live: ["1@0", "2@1", "3@2", "#@10"],
      burst: all(at: 0) + ["#@10"], silent: ["#@10"],
      apply: { $0.timeout(ten, .total, scheduler: $1, failure: .two) }),
    TimedRow(
      testDescription: "collect by time", live: ["1@10", "2@10", "3@10"], burst: all(at: 10),
      apply: { source, scheduler in
        source.collect(.byTime(ten, scheduler: scheduler)).concatMap { .sequence($0) }
      }),
    TimedRow(
      testDescription: "collect by time or count", live: ["1@1", "2@1", "3@12"],
      burst: all(at: 0).dropLast() + ["10@10"],
      apply: { source, scheduler in
        source.collect(.byTimeOrCount(ten, 2, scheduler: scheduler)).concatMap { .sequence($0) }
      }),
    TimedRow(
      testDescription: "retry waits", live: ["1@10", "2@11", "3@12"], burst: all(at: 10),
      apply: { source, scheduler in
        .deferred {
          let starts = Counter()
          return Items.deferred { starts.add() == 1 ? .fail(.one) : source }
            .retry(scheduler: scheduler) { _, attempt in
              attempt.number < 2 ? .retry(after: ten) : .fail
            }
        }
      }),
    TimedRow(
      testDescription: "timer", live: ["0@10", "1@20"], burst: ["0@10", "1@20"],
      silent: ["0@10", "1@20"],
      apply: { source, scheduler in
        let ticks = Signal.timer(every: ten, scheduler: scheduler).prefix(2).map { Item($0) }
        return merge(ticks.setFailureType(to: TestFailure.self), source.filter { _ in false })
      }),
    TimedRow(
      testDescription: "receive(on:)", live: ["1@0", "2@1", "3@2"], burst: all(at: 0),
      apply: { $0.receive(on: $1) }),
    TimedRow(
      testDescription: "subscribe(on:)", live: ["1@0", "2@1", "3@2"], burst: all(at: 0),
      apply: { $0.subscribe(on: $1) }),
  ]
}

/// A row, and a source that plays a script for each of its observations.
private final class TimedTrial: Sendable {
  enum Script {
    case live, burst, silence, failing

    var events: [(second: Int, event: ItemEvent)] {
      switch self {
      case .live: [(0, .value(1)), (1, .value(2)), (2, .value(3))]
      case .burst: (0...10).map { (0, .value(Item($0))) }
      case .silence: []
      case .failing: [(0, .value(1)), (50, .failure(.one))]
      }
    }
  }

  private let row: TimedRow
  private let scheduler: TestScheduler
  private let begin: Instant
  /// Emitters are kept: letting go of one would end its run.
  private let kept = Log<Emitter<Item, TestFailure>>()

  init(_ row: TimedRow, _ scheduler: TestScheduler) {
    self.row = row
    self.scheduler = scheduler
    begin = scheduler.now
  }

  func signal(_ script: Script) -> Items {
    let (scheduler, kept, events) = (scheduler, kept, script.events)
    let source = Items { emitter in
      kept.append(emitter)
      for (second, event) in events {
        scheduler.schedule(after: .seconds(second)) { emitter.send(event) }
      }
    }
    return row.apply(source, scheduler)
  }

  func record(_ script: Script) -> Recording<Item, TestFailure> {
    scheduler.record(signal(script))
  }

  /// What was recorded, counted from `second` after the beginning.
  func drawn(_ log: Recording<Item, TestFailure>, from second: Int = 0) -> [String] {
    let start = begin.advanced(by: .seconds(second))
    return log.events.map { Self.drawn($0.event, Instant(offset: start.duration(to: $0.at))) }
  }

  static func drawn(_ event: ItemEvent, _ at: Instant) -> String {
    let sign =
      switch event {
      case .value(let item): "\(item)"
      case .failure: "#"
      case .finished: "|"
      }
    return "\(sign)@\(at.offset.components.seconds)"
  }
}
