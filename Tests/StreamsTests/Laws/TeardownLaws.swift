import Streams
import StreamsTesting
import Testing

/// The user's teardown runs before an early end is delivered (G6); where it cancels the whole,
/// nothing follows (G5). An operator looks again after it has torn down.
@Suite("G5 and G6: a cancel made from within a teardown lets nothing through")
struct TeardownLaws {
  @Test("of the source, whatever ends it", arguments: OperatorTable.all, SourceWay.allCases)
  func source(row: OperatorRow, way: SourceWay) {
    let trial = TeardownTrial()
    let source = ManualSource { trial.tearDown() }
    let scheduler = TestScheduler()
    trial.watch(row(source.signal, scheduler, trial.probe))
    switch way {
    case .value: source.send(.value(1))
    case .finish: source.send(.finished)
    case .failure: source.send(.failure(.one))
    case .time: break
    }
    scheduler.advance(by: .seconds(60))
    #expect(trial.late == 0)
    // A limit, or one value, ends what ends early; an end of the source ends all but a wait.
    if way == .finish || way == .failure { #expect(trial.isTornDown) }
    if way == .value, row.traits.contains(.endsEarly) { #expect(trial.isTornDown) }
  }

  @Test("of the other input, whatever ends the one", arguments: PairTable.all, PairWay.allCases)
  func other(row: PairRow, way: PairWay) {
    for isFirst in [true, false] {
      let trial = TeardownTrial()
      let one = ManualSource()
      let other = ManualSource { trial.tearDown() }
      let scheduler = TestScheduler()
      let (first, second) = isFirst ? (one.signal, other.signal) : (other.signal, one.signal)
      trial.watch(row(first, second, scheduler, trial.probe))
      if way.isLate {
        one.send(.value(1))
        other.send(.value(2))
      }
      one.send(way.event)
      scheduler.advance(by: .seconds(60))
      #expect(trial.late == 0)
    }
  }

  @Test("of what an operator ends by itself", arguments: EarlyEnd.all)
  fileprivate func early(end: EarlyEnd) {
    let trial = TeardownTrial()
    let source = ManualSource { trial.tearDown() }
    let scheduler = TestScheduler()
    trial.watch(end.apply(source.signal, scheduler))
    source.send(.value(1))
    scheduler.advance(by: .seconds(60))
    #expect(trial.isTornDown)
    #expect(trial.late == 0)
  }

  enum SourceWay: CaseIterable {
    case value, finish, failure, time
  }

  enum PairWay: CaseIterable {
    case value, finish, failure, lateFinish, lateFailure

    var isLate: Bool { self == .lateFinish || self == .lateFailure }

    var event: ItemEvent {
      switch self {
      case .value: .value(1)
      case .finish, .lateFinish: .finished
      case .failure, .lateFailure: .failure(.one)
      }
    }
  }
}

private struct EarlyEnd: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Items, TestScheduler) -> Items

  static let all: [EarlyEnd] = [
    EarlyEnd(testDescription: "prefix") { source, _ in source.prefix(1) },
    EarlyEnd(testDescription: "prefix(while:)") { source, _ in source.prefix { _ in false } },
    EarlyEnd(testDescription: "tryMap") { source, _ in
      source.tryMap { (_) throws(TestFailure) -> Item in throw .two }
    },
    EarlyEnd(testDescription: "dematerialize") { source, _ in
      source.catch { _ in Signal<Item, Never>.empty() }
        .map { _ in ItemEvent.failure(.two) }.dematerialize()
    },
    EarlyEnd(testDescription: "timeout") { source, scheduler in
      source.timeout(.seconds(1), scheduler: scheduler, failure: .two)
    },
    EarlyEnd(testDescription: "zip") { source, _ in zip(Items.just(0), source).map(\.1) },
    EarlyEnd(testDescription: "zip of three") { source, _ in
      zip(Items.just(0), source, Items.just(0)).map(\.1)
    },
    EarlyEnd(testDescription: "zip of a list") { source, _ in
      zip([Items.just(0), source]).map { $0[1] }
    },
    EarlyEnd(testDescription: "merge") { source, _ in
      merge(source, source.flatMap { _ in Items.fail(.two) })
    },
    EarlyEnd(testDescription: "combineLatest") { source, _ in
      combineLatest(source, source.flatMap { _ in Items.fail(.two) }).map(\.0)
    },
    EarlyEnd(testDescription: "flatMap") { source, _ in source.flatMap { _ in Items.fail(.two) } },
    EarlyEnd(testDescription: "flatMapFirst") { source, _ in
      source.flatMapFirst { _ in Items.fail(.two) }
    },
    EarlyEnd(testDescription: "flatMapLatest") { source, _ in
      source.flatMapLatest { _ in Items.fail(.two) }
    },
  ]
}

/// An observation that its own source's teardown cancels, and everything that is called after.
private final class TeardownTrial: Sendable {
  let probe = Probe()
  private let observation = Subscription()
  private let teardowns = Counter()
  private let calls = Counter()

  var isTornDown: Bool { teardowns.value > 0 }
  var late: Int { calls.value }

  func tearDown() {
    observation.cancel()
    teardowns.add()
  }

  /// The observer alone would not show it: it is deaf after a cancel. Closures on the way are not.
  func watch(_ signal: Items) {
    probe.onCall { [self] in look() }
    signal.materialize()
      .map { [self] event in
        look()
        return event
      }
      .observe(in: observation) { [self] _ in look() }
  }

  private func look() {
    if isTornDown { calls.add() }
  }
}
