import Streams
import StreamsTesting
import Testing

@Suite("G4 and G5: cancelling")
struct CancelLaws {
  @Test(
    "at the third of ten synchronous values delivers exactly three", arguments: OperatorTable.all)
  func third(row: OperatorRow) throws {
    let scheduler = TestScheduler()
    let scope = Subscription()
    let log = Log<ItemEvent>()
    let probe = Probe()
    let callsAtCancel = Box<Int>()
    let source = Items.sequence((1...10).map { Item($0) })
    row(source, scheduler, probe).observe(in: scope) { event in
      log.append(event)
      guard log.entries.count == 3 else { return }
      scope.cancel()
      callsAtCancel.put(probe.calls.value)
    }
    scheduler.advance(by: .seconds(60))
    if row.traits.contains(.passesAll) {
      #expect(log.numbers == [1, 2, 3])
      #expect(callsAtCancel.value == probe.calls.value, "a closure was called after the cancel")
      #expect(log.ends == [])
      #expect(scheduler.pending.isEmpty)
    }
    #expect(log.entries.count <= 3)
  }

  @Test(
    "at the third of ten values that a user's source sends delivers three",
    arguments: OperatorTable.all(.passesAll))
  func thirdOfEmitter(row: OperatorRow) {
    let scheduler = TestScheduler()
    let scope = Subscription()
    let log = Log<ItemEvent>()
    let probe = Probe()
    let source = Items { emitter in
      for number in 1...10 { emitter.send(Item(number)) }
      let drops = !row.traits.isDisjoint(with: [.severalTimes, .dropsWaiting])
      if drops { emitter.finish() } else { emitter.fail(.one) }
    }
    row(source, scheduler, probe).observe(in: scope) { event in
      log.append(event)
      if log.entries.count == 3 { scope.cancel() }
    }
    let calls = probe.calls.value
    scheduler.advance(by: .seconds(60))
    #expect(log.entries == [.value(1), .value(2), .value(3)])
    if !row.traits.contains(.needsTime) { #expect(probe.calls.value == calls) }
    #expect(scheduler.pending.isEmpty)
  }

  @Test(
    "MEM-03: reaches the source exactly once, and nothing is pending or delivered after",
    arguments: OperatorTable.all)
  func once(row: OperatorRow) {
    let scheduler = TestScheduler()
    let source = ManualSource()
    let log = Log<ItemEvent>()
    let subscription = row(source.signal, scheduler).observe { log.append($0) }
    #expect(source.starts == source.open && source.starts > 0)
    source.send(.value(1))
    let delivered = log.entries
    subscription.cancel()
    subscription.cancel()
    #expect(source.open == 0)
    #expect(source.teardowns == source.starts)
    #expect(scheduler.pending.isEmpty)
    source.send(.value(2))
    source.send(.finished)
    scheduler.advance(by: .seconds(60))
    #expect(log.entries == delivered)
    #expect(source.teardowns == source.starts)
  }

  @Test("from another thread reaches the source exactly once", arguments: OperatorTable.all)
  func elsewhere(row: OperatorRow) {
    let scheduler = TestScheduler()
    let source = ManualSource()
    let log = Log<ItemEvent>()
    let subscription = row(source.signal, scheduler).observe { log.append($0) }
    concurrently({ subscription.cancel() }, { subscription.cancel() })
    #expect(subscription.isCancelled)
    #expect(source.teardowns == source.starts)
    #expect(scheduler.pending.isEmpty)
    source.send(.value(1))
    scheduler.advance(by: .seconds(60))
    #expect(log.entries == [])
  }

  @Test(
    "while another thread sends delivers at most the event in hand", arguments: OperatorTable.all)
  func whileSending(row: OperatorRow) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Item, TestFailure>()
    let count = Counter()
    let subscription = row(subject.signal, scheduler).observe { _ in count.add() }
    let late = Counter()
    concurrently(
      { for number in 0..<200 { subject.send(Item(number)) } },
      {
        subscription.cancel()
        late.add(count.value)
      })
    scheduler.advance(by: .seconds(60))
    #expect(count.value - late.value <= 1)
    #expect(subject.observerCount == 0)
    #expect(scheduler.pending.isEmpty)
  }

  @Test("before the start prevents the start", arguments: OperatorTable.all)
  func before(row: OperatorRow) {
    let scheduler = TestScheduler()
    let source = ManualSource()
    let scope = Subscription()
    scope.cancel()
    row(source.signal, scheduler).observe(in: scope) { _ in Issue.record("delivered") }
    #expect(source.starts == 0)
    #expect(scheduler.pending.isEmpty)
  }

  @Test("the end leaves nothing pending", arguments: OperatorTable.all)
  func end(row: OperatorRow) {
    for end: ItemEvent in [.finished, .failure(.one)] {
      let scheduler = TestScheduler()
      let source = ManualSource()
      let subscription = row(source.signal, scheduler).observe { _ in }
      source.send(.value(1))
      for _ in 0..<3 {
        source.send(end)
        scheduler.advance(by: .seconds(60))
      }
      if row.traits.contains(.staysOpen) { subscription.cancel() }
      #expect(scheduler.pending.isEmpty)
      #expect(source.open == 0)
      #expect(source.teardowns == source.starts)
    }
  }

  @Test("silences every source", arguments: SourceTable.all)
  func sources(row: SourceRow) {
    let scheduler = TestScheduler()
    let scope = Subscription()
    let log = Log<ItemEvent>()
    row(scheduler).observe(in: scope) { event in
      log.append(event)
      scope.cancel()
    }
    scheduler.advance(by: .seconds(60))
    #expect(log.entries.count == (row.numbers.isEmpty && row.end == nil ? 0 : 1))
    scope.cancel()
    #expect(scheduler.pending.isEmpty)
  }
}

/// A user's source that is driven from outside and counts what happens to it.
final class ManualSource: Sendable {
  private struct State: Sendable {
    var emitters: [Int: Emitter<Item, TestFailure>] = [:]
    var starts = 0
    var teardowns = 0
  }

  private let state = Lock(State())
  private let onTeardown: @Sendable () -> Void

  init(onTeardown: @escaping @Sendable () -> Void = {}) {
    self.onTeardown = onTeardown
  }

  var starts: Int { state.withLock { $0.starts } }
  var teardowns: Int { state.withLock { $0.teardowns } }
  /// How many observations run.
  var open: Int { state.withLock { $0.emitters.count } }

  var signal: Items {
    Items { [self] emitter in
      let id = state.withLock { state in
        state.starts += 1
        state.emitters[state.starts] = emitter
        return state.starts
      }
      emitter.onTermination { [self] in
        let ended = state.withLock { state in
          state.teardowns += 1
          return state.emitters.removeValue(forKey: id)
        }
        _ = ended
        onTeardown()
      }
    }
  }

  func send(_ event: ItemEvent) {
    let emitters = state.withLock { $0.emitters.sorted { $0.key < $1.key }.map(\.value) }
    for emitter in emitters { emitter.send(event) }
  }
}
