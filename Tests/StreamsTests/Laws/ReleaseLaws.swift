import Streams
import StreamsTesting
import Testing

@Suite("G10: what an observation captured is released")
struct ReleaseLaws {
  @Test("when it finishes", arguments: OperatorTable.all)
  func finished(row: OperatorRow) {
    let trial = ReleaseTrial(row)
    trial.start()
    trial.send(3)
    for _ in 0..<3 {
      trial.source.send(.finished)
      trial.scheduler.advance(by: .seconds(60))
    }
    if row.traits.contains(.staysOpen) { trial.subscription.cancel() }
    #expect(trial.alive == [])
  }

  @Test("when it fails", arguments: OperatorTable.all)
  func failed(row: OperatorRow) {
    let trial = ReleaseTrial(row)
    trial.start()
    trial.send(3)
    for _ in 0..<3 {
      trial.source.send(.failure(.one))
      trial.scheduler.advance(by: .seconds(60))
    }
    #expect(trial.alive == [])
  }

  @Test("at a cancel, directly", arguments: OperatorTable.all)
  func cancelled(row: OperatorRow) {
    let trial = ReleaseTrial(row)
    trial.start()
    trial.send(3)
    trial.subscription.cancel()
    #expect(trial.alive == [])
    #expect(trial.scheduler.pending.isEmpty)
  }

  @Test("at a cancel from inside the handler", arguments: OperatorTable.all)
  func cancelledInside(row: OperatorRow) {
    let trial = ReleaseTrial(row)
    trial.start { trial.subscription.cancel() }
    trial.send(3)
    if !row.traits.isDisjoint(with: [.deliversAtEnd, .deliversNothing]) {
      trial.source.send(.finished)
    }
    trial.scheduler.advance(by: .seconds(60))
    #expect(trial.subscription.isCancelled)
    #expect(trial.alive == [])
  }

  @Test("at a cancel, when the source is a subject that stays", arguments: OperatorTable.all)
  func subjectStays(row: OperatorRow) {
    let trial = ReleaseTrial(row)
    let subject = PassthroughSubject<Item, TestFailure>()
    trial.start(subject.signal)
    for number in 1...3 { subject.send(trial.item(number)) }
    trial.subscription.cancel()
    #expect(trial.alive == [])
    #expect(subject.observerCount == 0)
  }

  @Test("when the subject goes away without an end", arguments: OperatorTable.all)
  func subjectGoesAway(row: OperatorRow) {
    guard row.traits.isDisjoint(with: [.alwaysWaits, .holdsSource, .holdsHooks]) else { return }
    let trial = ReleaseTrial(row)
    let subject = Box(PassthroughSubject<Item, TestFailure>())
    trial.start(subject.value?.signal)
    subject.value?.send(trial.item(1))
    trial.scheduler.advance(by: .seconds(60))
    subject.take()
    trial.expectSilence()
  }

  @Test("when the emitter goes away without an end", arguments: OperatorTable.all)
  func emitterGoesAway(row: OperatorRow) {
    guard row.traits.isDisjoint(with: [.alwaysWaits, .holdsHooks]) else { return }
    let trial = ReleaseTrial(row)
    let emitters = Box([Emitter<Item, TestFailure>]())
    let misuses = collectingMisuse {
      trial.start(Items { emitter in emitters.put((emitters.value ?? []) + [emitter]) })
    }
    for emitter in emitters.value ?? [] { emitter.send(trial.item(1)) }
    trial.scheduler.advance(by: .seconds(60))
    emitters.take()
    trial.expectSilence()
    // What starts in a turn of the scheduler is reported to the scheduler.
    let isReported = !misuses.entries.isEmpty || (try? trial.scheduler.verify()) == nil
    #expect(isReported != row.traits.contains(.endsEarly))
  }

  @Test("for every source, at a cancel", arguments: SourceTable.all)
  func sources(row: SourceRow) {
    let census = Census()
    let scheduler = TestScheduler()
    let subscription = Subscription()
    func start() {
      let canary = census.canary("observer")
      let probe = Probe(census.canary("source"))
      row(scheduler, probe).observe(in: subscription) { _ in _ = canary }
    }
    start()
    subscription.cancel()
    scheduler.advance(by: .zero)
    #expect(census.alive == [])
  }

  @Test("for every source, at its end", arguments: SourceTable.all.filter { $0.end != nil })
  func endedSources(row: SourceRow) {
    let census = Census()
    let scheduler = TestScheduler()
    let subscription = Subscription()
    func start() {
      let canary = census.canary("observer")
      let probe = Probe(census.canary("source"))
      row(scheduler, probe).observe(in: subscription) { _ in _ = canary }
    }
    start()
    scheduler.advance(by: .seconds(60))
    #expect(census.alive == [])
  }
}

/// One observation whose observer, closures, source and values are watched. Only the driving end
/// of the source, the scheduler and the subscription are kept.
private final class ReleaseTrial: Sendable {
  let row: OperatorRow
  let census = Census()
  let scheduler = TestScheduler()
  let source = ManualSource()
  let subscription = Subscription()

  init(_ row: OperatorRow) {
    self.row = row
  }

  var alive: [String] { census.alive }

  func item(_ number: Int) -> Item {
    Item(number, census.canary("value \(number)"))
  }

  func start(_ other: Items? = nil, onEvent: (@Sendable () -> Void)? = nil) {
    let probe = Probe(census.canary("operator"))
    let observer = census.canary("observer")
    let watched = census.canary("source")
    let manual = source.signal
    let signal =
      other
      ?? Items.deferred { [watched] in
        _ = watched
        return manual
      }
    row(signal, scheduler, probe).observe(in: subscription) { [observer] _ in
      _ = observer
      onEvent?()
    }
  }

  func send(_ count: Int) {
    for number in 1...count { source.send(.value(item(number))) }
  }

  /// Nothing can come any more: nothing is held, but what is kept for observers to come, and that
  /// goes with the last observer.
  func expectSilence() {
    #expect(alive == (row.traits.contains(.remembers) ? ["value 1"] : []))
    #expect(scheduler.pending.isEmpty)
    subscription.cancel()
    #expect(alive == [])
  }
}
