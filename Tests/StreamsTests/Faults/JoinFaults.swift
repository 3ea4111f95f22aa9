import Streams
import StreamsTesting
import Testing

/// The faults of joining, for every number of inputs, in every position, in both orders.
@Suite("Faults of joining")
struct JoinFaults {
  @Test(
    "CMP-05: an empty input ends combineLatest, whichever side acts first, in every position",
    arguments: JoinRow.all(.latest))
  func emptyInput(row: JoinRow) {
    for isEmptyFirst in [true, false] {
      for position in 0..<row.count {
        let trial = JoinTrial(row)
        if isEmptyFirst { trial.sources[position].send(.finished) }
        for source in trial.others(than: position) { source.send(.value(1)) }
        if !isEmptyFirst { trial.sources[position].send(.finished) }
        #expect(trial.log.entries == [.finished])
        #expect(trial.open == 0)
      }
    }
  }

  @Test(
    "CMP-07: zip finishes when no further tuple is possible, whichever side is first",
    arguments: JoinRow.all(.zip))
  func zipEnds(row: JoinRow) {
    let pairs = [1, 2].map {
      Event<[Int], TestFailure>.value(Array(repeating: $0, count: row.count))
    }
    for isShortFirst in [true, false] {
      for position in 0..<row.count {
        let trial = JoinTrial(row)
        let short: [ItemEvent] = [.value(1), .value(2), .finished]
        if isShortFirst { for event in short { trial.sources[position].send(event) } }
        for number in 1...2 {
          for source in trial.others(than: position) { source.send(.value(Item(number))) }
        }
        if !isShortFirst {
          for event in short.dropLast() { trial.sources[position].send(event) }
          #expect(trial.log.entries == pairs)
          trial.sources[position].send(.finished)
        }
        #expect(trial.log.entries == pairs + [.finished])
        #expect(trial.open == 0)
      }
    }
  }

  @Test(
    "CMP-14: after a failure during the start the inputs that follow are not started",
    arguments: JoinRow.all)
  func failsDuringStart(row: JoinRow) {
    for position in 0..<row.count {
      let starts = Counter()
      let counted = Items.deferred {
        starts.add()
        return .never()
      }
      let log = Log<Event<[Int], TestFailure>>()
      row((0..<row.count).map { $0 == position ? .fail(.one) : counted })
        .observe { log.append($0) }
      #expect(log.entries == [.failure(.one)])
      #expect(starts.value == position)
    }
  }

  @Test(
    "DLK-04 and DLK-05: one input's teardown waits for a thread that sends into another",
    arguments: JoinRow.all)
  func teardown(row: JoinRow) {
    for end: ItemEvent in [.finished, .failure(.one)] {
      for position in 0..<row.count {
        let driven = ManualSource()
        let other = PassthroughSubject<Item, TestFailure>()
        let send: @Sendable () -> Void = { other.send(2) }
        let isFree = callsOutWithoutLock(entry: send) { callback in
          let source = driven.signal
          let watched = Items { emitter in
            emitter.onTermination(callback)
            source.observe { emitter.send($0) }
          }
          row((0..<row.count).map { $0 == position ? watched : other.signal }).observe()
          driven.send(.value(1))
          driven.send(end)
        }
        #expect(isFree)
      }
    }
  }

  @Test("MEM-10: a cancel reaches every input when one has ended", arguments: JoinRow.all)
  func cancelled(row: JoinRow) {
    for position in 0..<row.count {
      let trial = JoinTrial(row)
      // What it has delivered keeps the others going.
      for _ in 0..<2 { trial.sources[position].send(.value(1)) }
      trial.sources[position].send(.finished)
      #expect(trial.open == row.count - 1)
      trial.subscription.cancel()
      #expect(trial.open == 0)
    }
  }

  @Test("CMP-02: the loop over the joined signals of an empty list ends and keeps nothing")
  func emptyLoop() async throws {
    let census = Census()
    func loop() async throws {
      let none: [Items] = []
      let canary = census.canary("owner")
      for signal in [merge(none), zip(none).map { _ in 1 }, combineLatest(none).map { _ in 1 }] {
        for try await _ in signal.handleEvents(onFinished: { _ = canary }).values {
          Issue.record("a value")
        }
      }
    }
    try await loop()
    #expect(census.alive == [])
  }
}

// MARK: - Rows

/// One way to join a number of signals; what it delivers is looked at as a list of numbers.
struct JoinRow: Sendable, CustomTestStringConvertible {
  enum Rule: Sendable { case merge, zip, latest }

  let rule: Rule
  let count: Int
  let isList: Bool

  static let all: [JoinRow] = all(.merge) + all(.zip) + all(.latest)

  static func all(_ rule: Rule) -> [JoinRow] {
    (2...6).flatMap { count in
      [true, false].map { JoinRow(rule: rule, count: count, isList: $0) }
    }
  }

  var testDescription: String { "\(rule) of \(isList ? "a list of " : "")\(count)" }

  func callAsFunction(_ signals: [Items]) -> Signal<[Int], TestFailure> {
    let signals = signals.map { $0.map(\.number) }
    switch rule {
    case .merge where isList: return merge(signals).map { [$0] }
    case .merge: return merged(signals).map { [$0] }
    case .zip: return isList ? zip(signals) : zipped(signals)
    case .latest: return isList ? combineLatest(signals) : latest(signals)
    }
  }

  private typealias Numbers = Signal<Int, TestFailure>
  private typealias Lists = Signal<[Int], TestFailure>

  private func merged(_ all: [Numbers]) -> Numbers {
    switch all.count {
    case 2: all[0].merge(with: all[1])
    case 3: merge(all[0], all[1], all[2])
    case 4: merge(all[0], all[1], all[2], all[3])
    case 5: merge(all[0], all[1], all[2], all[3], all[4])
    default: merge(all[0], all[1], all[2], all[3], all[4], all[5])
    }
  }

  private func zipped(_ all: [Numbers]) -> Lists {
    switch all.count {
    case 2: zip(all[0], all[1]).map { [$0, $1] }
    case 3: zip(all[0], all[1], all[2]).map { [$0, $1, $2] }
    case 4: zip(all[0], all[1], all[2], all[3]).map { [$0, $1, $2, $3] }
    case 5: zip(all[0], all[1], all[2], all[3], all[4]).map { [$0, $1, $2, $3, $4] }
    default:
      zip(all[0], all[1], all[2], all[3], all[4], all[5]).map { [$0, $1, $2, $3, $4, $5] }
    }
  }

  private func latest(_ all: [Numbers]) -> Lists {
    switch all.count {
    case 2: combineLatest(all[0], all[1]).map { [$0, $1] }
    case 3: combineLatest(all[0], all[1], all[2]).map { [$0, $1, $2] }
    case 4: combineLatest(all[0], all[1], all[2], all[3]).map { [$0, $1, $2, $3] }
    case 5: combineLatest(all[0], all[1], all[2], all[3], all[4]).map { [$0, $1, $2, $3, $4] }
    default:
      combineLatest(all[0], all[1], all[2], all[3], all[4], all[5])
        .map { [$0, $1, $2, $3, $4, $5] }
    }
  }
}

/// A row that is observed, with a source of its own in each position.
private struct JoinTrial {
  let sources: [ManualSource]
  let log = Log<Event<[Int], TestFailure>>()
  let subscription: Subscription

  init(_ row: JoinRow) {
    sources = (0..<row.count).map { _ in ManualSource() }
    subscription = row(sources.map(\.signal)).observe { [log] in log.append($0) }
  }

  var open: Int { sources.map(\.open).reduce(0, +) }

  func others(than position: Int) -> [ManualSource] {
    sources.enumerated().filter { $0.offset != position }.map(\.element)
  }
}
