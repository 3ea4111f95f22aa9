import StreamsTesting
import Testing

@testable import Streams

@Suite("Faults of bridges")
struct BridgeFaults {
  private let scheduler = TestScheduler()

  // MARK: - Whose thread

  @Test("ASY-06: what the main actor observes does its work elsewhere, in every bridge with a task")
  @MainActor
  func offTheMainActor() async {
    #expect(isOnMainQueue())
    let places = Log<Bool>()
    let note = Probe()
    note.onCall { places.append(isOnMainQueue()) }
    let sequence = Items(Numbers(count: 2, probe: note))
    let made = Items(elements: {
      note.touch()
      return Numbers(count: 2, probe: note)
    })
    let function = Items(async: { () async throws(TestFailure) -> Item in
      note.touch()
      return 1
    })
    for signal in [sequence, made, function] {
      let delivered = Box<Bool>()
      signal.observe { _ in delivered.put(isOnMainQueue()) }
      while delivered.value == nil { await Task.yield() }
      #expect(delivered.value == false)
    }
    #expect(!places.entries.isEmpty)
    #expect(!places.entries.contains(true))
  }

  // MARK: - Cancels

  @Test(
    "ASY-07: a CancellationError of the sequence's own is a failure; after our cancel nothing is")
  func cancellationError() throws {
    let scheduler = scheduler
    let own = scheduler.record(
      Signal<Int, any Error>(
        AsyncThrowingStream { throw CancellationError() }, executor: scheduler))
    let function = scheduler.record(
      Signal<Int, any Error>(
        async: { () async throws -> Int in throw CancellationError() }, executor: scheduler))
    let sleeping = scheduler.record(
      Signal<Int, any Error>(
        AsyncThrowingStream {
          try await scheduler.sleep(for: .seconds(9))
          return 1
        }, executor: scheduler))
    let working = scheduler.record(
      Signal<Int, any Error>(
        async: { () async throws -> Int in
          try await scheduler.sleep(for: .seconds(9))
          return 1
        }, executor: scheduler))
    scheduler.advance(by: .seconds(1))
    for recording in [sleeping, working] { recording.cancel() }
    scheduler.advance(by: .seconds(20))
    for recording in [own, function] {
      #expect(recording.events.count == 1)
      #expect(recording.failure is CancellationError)
    }
    for recording in [sleeping, working] { #expect(recording.events.isEmpty) }
    try scheduler.verify()
  }

  @Test("ASY-07: a cancel that meets the answer: one or none, then silence")
  func cancelMeetsAnswer() async {
    for _ in 0..<300 {
      let log = Log<ItemEvent>()
      let isCancelled = Box<Bool>()
      let late = Counter()
      let signals = [Items(Numbers(count: 3)), Items(async: { () -> Item in 1 })]
      let subscriptions = signals.map { signal in
        signal.observe { event in
          if isCancelled.value == true { late.add() }
          log.append(event)
        }
      }
      await Task.yield()
      for subscription in subscriptions { subscription.cancel() }
      isCancelled.put(true)
      // At most the event each has in hand.
      #expect(late.value <= signals.count)
    }
  }

  @Test("ASY-10 and ASY-12: a cancelled sender, or consumer, ends nothing for the others")
  func cancelledSender() throws {
    let scheduler = scheduler
    let subject = PassthroughSubject<Int, Never>()
    let heard = Log<String>()
    let consumers = ["a", "b"].map { name in
      Task(executorPreference: scheduler) {
        for await value in subject.signal.values { heard.append("\(name)\(value)") }
      }
    }
    let senders = [1, 2].map { number in
      Task(executorPreference: scheduler) {
        try await scheduler.sleep(for: .seconds(number))
        subject.send(number)
      }
    }
    scheduler.advance(by: .zero)
    senders[0].cancel()
    consumers[0].cancel()
    scheduler.advance(by: .seconds(5))
    #expect(heard.entries == ["b2"])
    #expect(subject.observerCount == 1)
    subject.send(3)
    let late = Task(executorPreference: scheduler) {
      for await value in subject.signal.values { heard.append("c\(value)") }
    }
    scheduler.advance(by: .zero)
    subject.send(4)
    subject.finish()
    scheduler.advance(by: .zero)
    #expect(heard.entries == ["b2", "b3", "b4", "c4"])
    _ = late
    try scheduler.verify()
  }

  @Test("ASY-12: of two bridged sequences into one subject, the cancel of one leaves the other")
  func cancelledBridge() {
    let stage = PictureStage()
    let subject = PassthroughSubject<String, PictureFailure>()
    let heard = stage.scheduler.record(subject.signal)
    let bridges = ["1-2-3|", "-4-5-6|"].map { picture in
      PictureSignal(Letters(picture, on: stage), executor: stage.scheduler)
        .observe(value: { subject.send($0) })
    }
    stage.scheduler.advance(by: .seconds(2))
    bridges[0].cancel()
    stage.scheduler.advance(by: .seconds(9))
    #expect(heard.values == ["1", "4", "2", "5", "6"])
  }

  // MARK: - Shares and buffers

  @Test(
    "ASY-14: two consumers of one share, whatever they buffer: nobody waits for room",
    arguments: [
      BufferingPolicy.unbounded, .bufferingOldest(0), .bufferingNewest(0), .bufferingOldest(1),
      .bufferingNewest(1), .bufferingNewest(2),
    ])
  func shareWithoutRoom(policy: BufferingPolicy) throws {
    let scheduler = scheduler
    let shared = Signal.timer(every: .seconds(1), scheduler: scheduler).prefix(5).share()
    let heard = [Log<Int>(), Log<Int>()]
    for log in heard {
      Task(executorPreference: scheduler) {
        for await value in shared.values(policy) { log.append(value) }
        log.append(-1)
      }
    }
    scheduler.advance(by: .seconds(10))
    for log in heard { #expect(log.entries == [0, 1, 2, 3, 4, -1]) }
    try scheduler.verify()
  }

  // MARK: - Release

  @Test("ASY-22: a thousand waits that are cancelled leave no waiter, and no buffer")
  func waitersReleased() async {
    let source = ManualSource()
    for _ in 0..<1_000 {
      var iterator = Optional(source.signal.values.makeAsyncIterator())
      weak let buffer = iterator?.lifetime.buffer
      let task = Task { [iterator] in
        var copy = iterator
        return try await copy?.next()
      }
      task.cancel()
      _ = await task.result
      #expect(iterator?.lifetime.buffer.state.withLock { $0.waiters.isEmpty } == true)
      iterator = nil
      while buffer != nil { await Task.yield() }
    }
    #expect(source.open == 0)
    #expect(source.teardowns == source.starts)
  }

  @Test("ASY-22: nor does a first value, or an async source, that is cancelled leave anything")
  func othersReleased() {
    let census = Census()
    let source = ManualSource()
    for _ in 0..<1_000 {
      let canary = census.canary("transform")
      let signal = source.signal.map { item in
        _ = canary
        return item
      }
      let task = Task(executorPreference: scheduler) { await signal.result() }
      let bridge = Items(elements: { signal.values }, executor: scheduler).observe { _ in }
      scheduler.advance(by: .zero)
      task.cancel()
      bridge.cancel()
      scheduler.advance(by: .zero)
    }
    #expect(source.starts == 2_000)
    #expect(source.open == 0)
    #expect(census.alive == [])
    #expect(scheduler.pending.isEmpty)
  }
}
