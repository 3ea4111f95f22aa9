import Streams
import StreamsTesting
import Testing

/// H1, on every operator: while a user's code runs on one thread, another thread that holds a
/// foreign lock can enter the library and leave it again.
@Suite("G2: no lock is held when a user's code runs")
struct LockLaws {
  @Test("in the handler", arguments: OperatorTable.all)
  func handler(row: OperatorRow) {
    let trial = LockTrial(row)
    let isFree = callsOutWithoutLock(entry: trial.enter) { callback in
      trial.start { callback() }
      trial.source.send(.value(1))
      trial.scheduler.advance(by: .seconds(60))
      trial.source.send(.finished)
      trial.scheduler.advance(by: .seconds(60))
    }
    #expect(isFree)
  }

  @Test("in the operator's closures", arguments: OperatorTable.all)
  func closure(row: OperatorRow) {
    let trial = LockTrial(row)
    let isFree = callsOutWithoutLock(entry: trial.enter) { callback in
      trial.probe.onCall(callback)
      trial.start()
      trial.source.send(.value(1))
      trial.source.send(.value(2))
      trial.scheduler.advance(by: .seconds(60))
      trial.source.send(.failure(.one))
      trial.scheduler.advance(by: .seconds(60))
    }
    #expect(isFree)
  }

  @Test("DLK-03 and DLK-10: in a start", arguments: OperatorTable.all)
  func start(row: OperatorRow) {
    let trial = LockTrial(row)
    let isFree = callsOutWithoutLock(entry: trial.enter) { callback in
      let source = trial.source.signal
      trial.start(
        .deferred {
          callback()
          return source
        })
    }
    #expect(isFree)
  }

  @Test(
    "DLK-04 and DLK-05: in a teardown, at a cancel and at each end", arguments: OperatorTable.all,
    [0, 1, 2])
  func teardown(row: OperatorRow, way: Int) {
    let trial = LockTrial(row)
    let isFree = callsOutWithoutLock(entry: trial.enter) { callback in
      let source = trial.source.signal
      trial.start(
        Items { emitter in
          emitter.onTermination(callback)
          source.observe { emitter.send($0) }
        })
      trial.source.send(.value(1))
      switch way {
      case 0: trial.subscription.cancel()
      case 1: trial.source.send(.finished)
      default: trial.source.send(.failure(.one))
      }
    }
    #expect(isFree)
  }

  @Test(
    "DLK-09: in the deinit of a value, when it is replaced and when it is dropped",
    arguments: OperatorTable.all)
  func release(row: OperatorRow) {
    let trial = LockTrial(row)
    let isFree = callsOutWithoutLock(entry: trial.enter) { callback in
      trial.start()
      trial.source.send(.value(Item(1, Canary { callback() })))
      trial.source.send(.value(2))
      trial.scheduler.advance(by: .seconds(60))
      trial.subscription.cancel()
    }
    #expect(isFree)
  }

  @Test("in the deinit of what an observer captured", arguments: OperatorTable.all)
  func releaseObserver(row: OperatorRow) {
    let trial = LockTrial(row)
    let isFree = callsOutWithoutLock(entry: trial.enter) { callback in
      func start() {
        let canary = Canary { callback() }
        trial.start { _ = canary }
      }
      start()
      trial.source.send(.value(1))
      trial.subscription.cancel()
    }
    #expect(isFree)
  }

  @Test(
    "DLK-04 and DLK-05: when one input's teardown waits and the other sends",
    arguments: PairTable.all)
  func pairTeardown(row: PairRow) {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let first = ManualSource()
      let second = PassthroughSubject<Item, TestFailure>()
      let scheduler = TestScheduler()
      let send: @Sendable () -> Void = { second.send(2) }
      let isFree = callsOutWithoutLock(entry: send) { callback in
        let source = first.signal
        let watched = Items { emitter in
          emitter.onTermination(callback)
          source.observe { emitter.send($0) }
        }
        row(watched, second.signal, scheduler).observe()
        first.send(.value(1))
        first.send(end)
      }
      #expect(isFree)
    }
  }

  @Test("DLK-01: when a subject replays", arguments: [true, false])
  func replay(isReplaySubject: Bool) {
    let replay = ReplaySubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    replay.send(1)
    let signal = isReplaySubject ? replay.signal : current.signal
    let isFree = callsOutWithoutLock(
      entry: {
        signal.observe().cancel()
        replay.send(2)
        current.value = 2
      },
      trigger: { callback in signal.observe(value: { _ in callback() }) })
    #expect(isFree)
  }

  @Test("when a subscription's action runs")
  func action() {
    let subscription = Subscription()
    let isFree = callsOutWithoutLock(
      entry: {
        subscription.onCancel {}
        subscription.child().cancel()
        subscription.cancel()
      },
      trigger: { callback in
        subscription.onCancel(callback)
        subscription.cancel()
      })
    #expect(isFree)
  }

  @Test("when a scheduler's action, or the deinit of what it captured, runs")
  func scheduler() {
    for isDeinit in [true, false] {
      let scheduler = TestScheduler()
      let isFree = callsOutWithoutLock(
        entry: {
          scheduler.schedule(after: .seconds(1)) {}.cancel()
          _ = scheduler.pending
        },
        trigger: { callback in
          func schedule() -> any SchedulerTimer {
            let canary = Canary { if isDeinit { callback() } }
            return scheduler.schedule(after: .seconds(1)) {
              _ = canary
              if !isDeinit { callback() }
            }
          }
          schedule().cancel()
          _ = schedule()
          scheduler.advance(by: .seconds(2))
        })
      #expect(isFree)
    }
  }
}

/// A row that is observed, and the ways a second thread enters the library meanwhile.
private final class LockTrial: Sendable {
  let row: OperatorRow
  let source = ManualSource()
  let scheduler = TestScheduler()
  let probe = Probe()
  let subscription = Subscription()

  init(_ row: OperatorRow) {
    self.row = row
  }

  func start(_ other: Items? = nil, onEvent: @escaping @Sendable () -> Void = {}) {
    row(other ?? source.signal, scheduler, probe).observe(in: subscription) { _ in onEvent() }
  }

  /// Sends, observes anew, schedules, asks and cancels.
  func enter() {
    source.send(.value(2))
    row(source.signal, scheduler).observe().cancel()
    scheduler.schedule {}
    _ = subscription.isCancelled
    subscription.child().cancel()
    subscription.onCancel {}
    subscription.cancel()
  }
}
