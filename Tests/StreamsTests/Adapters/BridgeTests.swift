import Streams
import StreamsTesting
import Testing

@Suite("firstValue() and values")
struct BridgeTests {
  @Test("firstValue gives the first value, nil when there is none, or throws the failure, typed")
  func firstValue() async throws {
    #expect(try await Items.sequence([1, 2]).firstValue() == 1)
    #expect(try await Items.empty().firstValue() == nil)
    #expect(await Signal<Int, Never>.just(3).firstValue() == 3)
    do throws(TestFailure) {
      _ = try await Items.fail(.two).firstValue()
      Issue.record("did not throw")
    } catch {
      #expect(error == .two)
    }
  }

  @Test("ASY-01: a cancelled wait ends, before, during and after it has begun")
  func cancelledWait() async {
    let source = ManualSource()
    let task = Task { try? await source.signal.firstValue() }
    while source.starts == 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value == nil)
    #expect(source.teardowns == 1)

    let before = Task { () -> Item? in
      while !Task.isCancelled { await Task.yield() }
      return try? await source.signal.firstValue()
    }
    before.cancel()
    #expect(await before.value == nil)
    #expect(source.starts == 1, "an already cancelled task starts nothing")
  }

  @Test("ASY-02: a teardown that sends while the wait is being cancelled resumes it once")
  func teardownSends() async throws {
    for event: ItemEvent in [.value(1), .failure(.one), .finished] {
      let kept = Log<Emitter<Item, TestFailure>>()
      let signal = Items { emitter in
        emitter.onTermination { emitter.send(event) }
        kept.append(emitter)
      }
      let task = Task { try await signal.firstValue() }
      while kept.entries.isEmpty { await Task.yield() }
      task.cancel()
      _ = await task.result
    }
    let twice = Items { emitter in
      emitter.send(1)
      emitter.send(2)
      emitter.fail(.one)
    }
    #expect(try await twice.firstValue() == 1)
  }

  @Test("ASY-02: a value and a cancel that meet, many times")
  func valueAndCancel() async {
    for _ in 0..<300 {
      let subject = PassthroughSubject<Int, Never>()
      let task = Task { await subject.signal.firstValue() }
      let sender = Task {
        subject.send(1)
        subject.finish()
      }
      task.cancel()
      await sender.value
      let value = await task.value
      #expect(value == nil || value == 1)
    }
  }

  @Test("ASY-19: what a source sends while it starts arrives in order; leaving the loop stops it")
  func synchronous() async throws {
    var all: [Int] = []
    for try await item in Items.sequence([1, 2, 3]).values { all.append(item.number) }
    #expect(all == [1, 2, 3])

    let source = ManualSource()
    var iterator = Optional(source.signal.values.makeAsyncIterator())
    #expect(source.starts == 0, "the work starts with the first next")
    let next = Task { [iterator] in
      var copy = iterator
      return try await copy?.next()
    }
    while source.starts == 0 { await Task.yield() }
    source.send(.value(1))
    #expect(try await next.value == 1)
    #expect(source.open == 1)
    iterator = nil
    #expect(source.open == 0)
    #expect(source.teardowns == 1)
  }

  @Test("MEM-12: breaking out of the loop cancels")
  func breaking() async throws {
    let signals: [@Sendable (Items) -> Items] = [
      { Items.just(1).append($0) }, { merge(.just(1), $0) }, { merge($0, .just(1)) },
      { $0.merge(with: .just(1)).share() },
      { combineLatest(.just(1), $0.append(.just(1))).map(\.0) },
      { outer in Items.sequence([1, 2]).flatMap { $0 == 1 ? .just(1) : outer } },
    ]
    for apply in signals {
      let source = ManualSource()
      let opened = Items.just(1).append(source.signal)
      for try await _ in apply(source.signal.merge(with: opened)).values { break }
      #expect(source.open == 0)
      #expect(source.starts > 0 && source.teardowns == source.starts)
    }
  }

  @Test("TIM-09: a failure that comes while nobody waits is thrown once, after what waits")
  func lateFailure() async throws {
    let signals: [@Sendable (Items) -> Items] = [
      { $0 }, { $0.merge(with: .empty()) }, { $0.share() }, { $0.removeDuplicates() },
      { $0.receive(on: ImmediateScheduler()) },
      { $0.debounce(for: .seconds(1), scheduler: ImmediateScheduler()) },
      { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler()) },
      { zip($0, .sequence([0, 0, 0])).map(\.0) }, { combineLatest(.just(0), $0).map(\.1) },
      { $0.flatMapLatest { .just($0) } }, { $0.retry(0) },
    ]
    for apply in signals {
      let source = ManualSource()
      var iterator = apply(source.signal).values.makeAsyncIterator()
      let first = Task { [iterator] in
        var copy = iterator
        return try await copy.next()
      }
      while source.starts == 0 { await Task.yield() }
      source.send(.value(1))
      #expect(try await first.value == 1)
      source.send(.value(2))
      source.send(.failure(.one))
      #expect(try await iterator.next() == 2)
      await #expect(throws: TestFailure.one) { try await iterator.next() }
      #expect(try await iterator.next() == nil)
    }
  }

  @Test("ASY-04: a source whose teardown sends an end, when the consumer is cancelled")
  func teardownEnds() async {
    for event: ItemEvent in [.failure(.one), .finished, .value(1)] {
      let kept = Log<Emitter<Item, TestFailure>>()
      let signal = Items { emitter in
        emitter.onTermination { emitter.send(event) }
        kept.append(emitter)
      }
      let task = Task {
        var count = 0
        for try await _ in signal.values { count += 1 }
        return count
      }
      while kept.entries.isEmpty { await Task.yield() }
      task.cancel()
      _ = await task.result
    }
  }

  @Test(
    "ASY-08: a loop in a cancelled task ends at once and starts nothing",
    arguments: OperatorTable.all)
  func cancelledTask(row: OperatorRow) async {
    let source = ManualSource()
    let task = Task { () -> Item? in
      while !Task.isCancelled { await Task.yield() }
      var iterator = row(source.signal).values.makeAsyncIterator()
      return try? await iterator.next()
    }
    task.cancel()
    #expect(await task.value == nil)
    #expect(source.starts == source.teardowns)
  }

  @Test("ASY-10, ASY-11 and ASY-22: a thousand waits that are cancelled leave nobody waiting")
  func manyCancelledWaits() async {
    let census = Census()
    let subject = PassthroughSubject<Item, TestFailure>()
    for _ in 0..<1_000 {
      let canary = census.canary("transform")
      let signal = subject.signal.map { item in
        _ = canary
        return item
      }
      let task = Task {
        var iterator = signal.values.makeAsyncIterator()
        return try? await iterator.next()
      }
      task.cancel()
      #expect(await task.value == nil)
    }
    subject.send(1)
    #expect(subject.observerCount == 0)
    #expect(census.alive == [])
  }

  @Test("ASY-17: one consumer of a shared signal that is cancelled leaves the other alone")
  func sharedConsumers() async throws {
    let source = ManualSource()
    let shared = source.signal.share()
    let heard = Log<Int>()
    let second = Task {
      for try await item in shared.values { heard.append(item.number) }
    }
    while source.starts == 0 { await Task.yield() }
    let first = Task { try await shared.firstValue() }
    first.cancel()
    _ = await first.result
    source.send(.value(1))
    source.send(.value(2))
    #expect(source.open == 1)
    source.send(.finished)
    try await second.value
    #expect(heard.entries == [1, 2])
    #expect(source.teardowns == 1)
  }

  @Test("ASY-18: one input that cannot fail beside one that does: the loop throws")
  func mixedFailures() async {
    let never = Signal<Item, Never>.never().setFailureType(to: TestFailure.self)
    let failing = Items.fail(.two)
    let signals = [
      merge(never, failing), merge(failing, never), zip(never, failing).map(\.0),
      combineLatest(failing, never).map(\.0), Items.empty().append(failing),
    ]
    for signal in signals {
      await #expect(throws: TestFailure.two) { for try await _ in signal.values {} }
    }
  }

  @Test("ASY-20: a loop over a timer that is cancelled between ticks leaves nothing pending")
  func timerLoop() async {
    let scheduler = TestScheduler()
    let ticks = Counter()
    let task = Task {
      for await _ in Signal.timer(every: .seconds(1), scheduler: scheduler).values { ticks.add() }
    }
    while scheduler.pending.isEmpty { await Task.yield() }
    scheduler.advance(by: .seconds(1))
    task.cancel()
    await task.value
    #expect(scheduler.pending.isEmpty)
    #expect(ticks.value <= 1)
  }

  @Test("the oldest, the newest, or all wait; the end is never dropped")
  func policies() async throws {
    let policies: [(BufferingPolicy, [Int])] = [
      (.unbounded, [1, 2, 3, 4]), (.bufferingOldest(2), [1, 2]), (.bufferingNewest(2), [3, 4]),
      (.bufferingOldest(0), []), (.bufferingNewest(0), []), (.bufferingOldest(-1), []),
      (.bufferingNewest(-1), []),
    ]
    for (policy, expected) in policies {
      let signal = Items.sequence([1, 2, 3, 4]).append(.fail(.one))
      var numbers: [Int] = []
      var iterator = signal.values(policy).makeAsyncIterator()
      do {
        while let item = try await iterator.next() { numbers.append(item.number) }
        Issue.record("did not throw")
      } catch {
        #expect(error == .one)
      }
      #expect(numbers == expected)
      #expect(try await iterator.next() == nil)
    }
  }

  @Test("several that wait: a value wakes one, the end wakes all")
  func severalWaiters() async throws {
    let source = ManualSource()
    let iterator = source.signal.values.makeAsyncIterator()
    let waiters = (0..<3).map { _ in
      Task { [iterator] in
        var copy = iterator
        return try await copy.next()
      }
    }
    while source.starts == 0 { await Task.yield() }
    for _ in 0..<200 { await Task.yield() }
    source.send(.value(1))
    source.send(.finished)
    var answers: [Item?] = []
    for waiter in waiters { answers.append(try await waiter.value) }
    #expect(answers.compactMap { $0 } == [1])
  }
}
