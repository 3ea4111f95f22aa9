import StreamsTesting
import Testing

@testable import Streams

@Suite("values")
struct ValuesTests {
  private let scheduler = TestScheduler()
  private let log = Log<String>()

  /// A loop over the values, run on virtual time, which notes what it is given, and its end.
  @discardableResult
  private func loop(
    over signal: Items, _ policy: BufferingPolicy = .unbounded, pause: Duration? = nil,
    leaveAfter count: Int = .max
  ) -> Task<Void, Never> {
    let (scheduler, log) = (scheduler, log)
    return Task(executorPreference: scheduler) {
      var left = count
      do throws(TestFailure) {
        for try await item in signal.values(policy) {
          log.append("\(item) at \(scheduler.now.offset.components.seconds)")
          left -= 1
          if left == 0 { break }
          if let pause { try? await scheduler.sleep(for: pause) }
        }
        log.append("over")
      } catch {
        log.append("\(error)")
      }
    }
  }

  private func ticks(_ count: Int) -> Items {
    Signal.timer(every: .seconds(1), scheduler: scheduler).prefix(count).map { Item($0) }
      .setFailureType(to: TestFailure.self)
  }

  @Test("a loop in virtual time, without a yield: each value at its instant, then the end")
  func virtualTime() throws {
    loop(over: ticks(3))
    scheduler.advance(by: .seconds(9))
    #expect(log.entries == ["0 at 1", "1 at 2", "2 at 3", "over"])
    try scheduler.verify()
  }

  @Test(
    "a busy consumer, by policy: what waits, and the end, finished or failed, is never dropped",
    arguments: [
      (.unbounded, ["0 at 1", "1 at 3", "2 at 6", "3 at 8", "4 at 11"]),
      (.bufferingOldest(1), ["0 at 1", "1 at 3", "3 at 6"]),
      (.bufferingNewest(1), ["0 at 1", "2 at 3", "4 at 6"]),
      (.bufferingOldest(0), ["0 at 1", "3 at 4"]),
      (.bufferingNewest(0), ["0 at 1", "3 at 4"]),
    ] as [(BufferingPolicy, [String])])
  func busyConsumer(policy: BufferingPolicy, expected: [String]) throws {
    loop(over: ticks(5), policy, pause: .milliseconds(2_500))
    scheduler.advance(by: .seconds(60))
    let finished = log.entries
    loop(over: ticks(5).append(.fail(.two)), policy, pause: .milliseconds(2_500))
    scheduler.advance(by: .seconds(60))
    let failed = log.entries.dropFirst(finished.count)
    #expect(finished.last == "over")
    #expect(failed.last == "two")
    #expect(finished.dropLast().map { $0.prefix(1) } == failed.dropLast().map { $0.prefix(1) })
    #expect(Array(finished.dropLast()) == expected)
    try scheduler.verify()
  }

  @Test("a count below 0 is reported and taken for 0: a value reaches one who waits for it")
  func negativeCounts() {
    let (scheduler, log) = (scheduler, log)
    let misuses = collectingMisuse {
      for policy in [BufferingPolicy.bufferingNewest(-1), .bufferingOldest(-5)] {
        let values = ticks(2).values(policy)
        Task(executorPreference: scheduler) {
          for try await item in values { log.append("\(item)") }
          log.append("over")
        }
        scheduler.advance(by: .seconds(9))
      }
      _ = ticks(1).values(.bufferingNewest(0))
    }
    #expect(log.entries == ["0", "1", "over", "0", "1", "over"])
    #expect(
      misuses.entries == [
        .countTooSmall(operator: "values(.bufferingNewest)", given: -1, least: 0),
        .countTooSmall(operator: "values(.bufferingOldest)", given: -5, least: 0),
      ])
  }

  @Test("of an end and a cancel that meet the first counts: no failure, no value after a nil")
  func endMeetsCancel() async {
    let subject = PassthroughSubject<Item, TestFailure>()
    let buffer = ValuesBuffer(subject.signal, .unbounded)
    // What runs when the end has closed the observation, and has not yet been handed on.
    buffer.scope.onClose { buffer.cancel() }
    async let first = buffer.next()
    while subject.observerCount == 0 { await Task.yield() }
    subject.fail(.one)
    #expect(await first == .success(nil))
    #expect(await buffer.next() == .success(nil))
    buffer.receive(.value(1))
    #expect(await buffer.next() == .success(nil))
  }

  @Test("leaving the loop cancels, and lets go of the signal and of what waits")
  func leaving() throws {
    let census = Census()
    let source = ManualSource()
    func start() {
      let canary = census.canary("transform")
      loop(
        over: source.signal.map { item in
          _ = canary
          return item
        }, leaveAfter: 2)
    }
    start()
    scheduler.advance(by: .zero)
    for number in 1...4 { source.send(.value(Item(number, census.canary("\(number)")))) }
    scheduler.advance(by: .zero)
    #expect(log.entries == ["1 at 0", "2 at 0", "over"])
    #expect(source.open == 0)
    #expect(source.teardowns == 1)
    #expect(census.alive == [])
    try scheduler.verify()
  }

  @Test("a task's cancel tears down at once when it waits, and with the next next when it is busy")
  func cancel() {
    let source = ManualSource()
    let waiting = loop(over: source.signal)
    scheduler.advance(by: .zero)
    waiting.cancel()
    #expect(source.teardowns == 1)
    scheduler.advance(by: .zero)
    #expect(log.entries == ["over"])

    let busy = loop(over: source.signal, pause: .seconds(5))
    scheduler.advance(by: .zero)
    source.send(.value(1))
    source.send(.value(2))
    scheduler.advance(by: .seconds(1))
    busy.cancel()
    scheduler.advance(by: .zero)
    #expect(log.entries == ["over", "1 at 0", "over"])
    #expect(source.teardowns == 2)
  }

  @Test("ASY-11: a cancel between the look at the state and the suspension is noticed")
  func cancelWhileStarting() {
    let box = Box<Task<Void, Never>>()
    let kept = Log<Emitter<Item, TestFailure>>()
    let teardowns = Counter()
    let task = loop(
      over: Items { emitter in
        kept.append(emitter)
        emitter.onTermination { teardowns.add() }
        box.value?.cancel()
      })
    box.put(task)
    scheduler.advance(by: .zero)
    #expect(log.entries == ["over"])
    #expect(teardowns.value == 1)
  }

  @Test("a cancel stops a source that sends nothing and does not return from its start")
  func endlessStart() {
    let inside = Gate()
    let task = loop(
      over: Signal<Int, Never>.sequence(0...).filter { _ in
        inside.open()
        return false
      }
      .map { Item($0) }.setFailureType(to: TestFailure.self))
    let scheduler = scheduler
    let returned = concurrently(
      { scheduler.advance(by: .zero) },
      {
        inside.wait()
        task.cancel()
      })
    #expect(returned)
    #expect(log.entries == ["over"])
  }

  @Test("several tasks: each value goes to one of them, none is lost, the end wakes all")
  func severalTasks() async {
    let subject = PassthroughSubject<Item, TestFailure>()
    let iterator = subject.signal.values.makeAsyncIterator()
    let tasks = (0..<4).map { _ in
      Task { () throws(TestFailure) -> [Int] in
        var (copy, numbers) = (iterator, [Int]())
        while let item = try await copy.next() { numbers.append(item.number) }
        return numbers
      }
    }
    while subject.observerCount == 0 { await Task.yield() }
    concurrently(
      (0..<4).map { part in
        { for number in 0..<250 { subject.send(Item(part * 250 + number)) } }
      })
    subject.finish()
    var all: [Int] = []
    for task in tasks {
      guard case .success(let numbers) = await task.result else { continue }
      all += numbers
    }
    #expect(all.sorted() == Array(0..<1_000))
  }

  @Test("several tasks: a failure is thrown to one of them, once; the others end")
  func severalTasksFail() {
    let source = ManualSource()
    let iterator = source.signal.values.makeAsyncIterator()
    let (scheduler, log) = (scheduler, log)
    for _ in 0..<3 {
      Task(executorPreference: scheduler) {
        var copy = iterator
        do throws(TestFailure) {
          log.append(try await copy.next() == nil ? "over" : "value")
        } catch {
          log.append("\(error)")
        }
      }
    }
    scheduler.advance(by: .zero)
    source.send(.failure(.one))
    scheduler.advance(by: .zero)
    #expect(log.entries.sorted() == ["one", "over", "over"])
    #expect(source.starts == 1)
  }

  @Test("ASY-02 and ASY-04: a value, an end and a cancel that meet a loop at any point")
  func race() async {
    for round in 0..<300 {
      let source = ManualSource()
      let task = Task { () -> [Int] in
        var numbers: [Int] = []
        do {
          for try await item in source.signal.values { numbers.append(item.number) }
        } catch {
          numbers.append(-1)
        }
        return numbers
      }
      if round.isMultiple(of: 2) { while source.starts == 0 { await Task.yield() } }
      concurrently([
        { source.send(.value(1)) }, { source.send(.failure(.one)) }, { task.cancel() },
      ])
      #expect([[], [1], [-1], [1, -1]].contains(await task.value))
      #expect(source.teardowns == source.starts)
    }
  }

  @Test("bridging 1,000,000 values holds one of them under .bufferingNewest(1)")
  func boundedMemory() {
    let (scheduler, living) = (scheduler, Living())
    let subject = PassthroughSubject<Living.Value, Never>()
    let last = Log<Int>()
    let count = 1_000_000
    Task(executorPreference: scheduler) {
      for await value in subject.signal.values(.bufferingNewest(1)) { last.append(value.number) }
    }
    scheduler.advance(by: .zero)
    for number in 0..<count { subject.send(Living.Value(number, in: living)) }
    #expect(living.made.value == count)
    // One that a consumer was given, one that waits, one that is being sent.
    #expect(living.most.value <= 3)
    subject.finish()
    scheduler.advance(by: .zero)
    #expect(last.entries == [0, count - 1])
    #expect(living.alive.value == 0)
  }
}

/// Counts its values while they live.
private final class Living: Sendable {
  let made = Counter()
  let alive = Counter()
  let most = Counter()

  final class Value: Sendable {
    let number: Int
    private let living: Living

    init(_ number: Int, in living: Living) {
      self.number = number
      self.living = living
      living.made.add()
      let alive = living.alive.add()
      if alive > living.most.value { living.most.add(alive - living.most.value) }
    }

    deinit { living.alive.add(-1) }
  }
}
