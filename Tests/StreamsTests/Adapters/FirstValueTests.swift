import StreamsTesting
import Testing

@testable import Streams

@Suite("firstValue() and result()")
struct FirstValueTests {
  private typealias Answer = Result<Item, TestFailure>?
  private let scheduler = TestScheduler()

  /// A wait for the answer of a signal, run on virtual time: nothing happens before an advance.
  private final class Wait: Sendable {
    let answers = Log<Answer>()
    private let task = Box<Task<Void, Never>>()

    init(for signal: Items, on scheduler: TestScheduler) {
      let answers = answers
      task.put(
        Task(executorPreference: scheduler) { answers.append(await signal.result()) })
    }

    func cancel() { task.value?.cancel() }
  }

  @Test("result gives the value, the failure, or nil when there is neither")
  func results() async {
    #expect(await Items.sequence([1, 2]).result() == .success(1))
    #expect(await Items.fail(.two).result() == .failure(.two))
    #expect(await Items.empty().result() == nil)
    #expect(await Signal<Int, Never>.just(1).result() == .success(1))
    let task = Task { await Items.never().result() }
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test("cancelled before: it starts nothing and gives nil, also where a value would be there")
  func before() {
    let source = ManualSource()
    for signal in [source.signal, .just(1), .fail(.one)] {
      let wait = Wait(for: signal, on: scheduler)
      wait.cancel()
      scheduler.advance(by: .zero)
      #expect(wait.answers.entries == [nil])
    }
    #expect(source.starts == 0)
  }

  @Test("a source that lets go of its emitter is reported, and waited for until the task's cancel")
  func letGo() {
    let wait = Box<Wait>()
    let misuses = collectingMisuse {
      wait.put(Wait(for: Items { _ in }, on: scheduler))
      scheduler.advance(by: .seconds(60))
    }
    #expect(misuses.entries.count == 1)
    #expect(wait.value?.answers.entries == [])
    wait.value?.cancel()
    scheduler.advance(by: .zero)
    #expect(wait.value?.answers.entries == [nil])
  }

  @Test("cancelled inside a synchronous start: what the start answers counts, else it is obeyed")
  func during() {
    let cases: [(ItemEvent?, Answer)] = [
      (.value(1), .success(1)), (.failure(.one), .failure(.one)), (.finished, nil), (nil, nil),
    ]
    for (event, expected) in cases {
      let (kept, box) = (Log<Emitter<Item, TestFailure>>(), Box<Wait>())
      let teardowns = Counter()
      let signal = Items { emitter in
        kept.append(emitter)
        emitter.onTermination { teardowns.add() }
        box.value?.cancel()
        if let event { emitter.send(event) }
      }
      let wait = Wait(for: signal, on: scheduler)
      box.put(wait)
      scheduler.advance(by: .zero)
      #expect(wait.answers.entries == [expected])
      #expect(teardowns.value == 1)
      box.take()
    }
  }

  @Test("cancelled by another thread while the start runs: obeyed when it returns")
  func duringOnAnotherThread() {
    let (inside, open) = (Gate(), Gate())
    let (source, box) = (ManualSource(), Box<Wait>())
    let signal = Items { emitter in
      let inner = source.signal.observe { emitter.send($0) }
      emitter.onTermination { inner.cancel() }
      inside.open()
      open.wait()
    }
    let wait = Wait(for: signal, on: scheduler)
    box.put(wait)
    let scheduler = scheduler
    concurrently(
      { scheduler.advance(by: .zero) },
      {
        inside.wait()
        box.value?.cancel()
        open.open()
      })
    #expect(wait.answers.entries == [nil])
    #expect(source.teardowns == 1)
  }

  @Test("an answer between the start and the suspension is noticed", .timeLimit(.minutes(10)))
  func answerBeforeSuspension() async {
    let cases: [(ItemEvent, Result<Item?, TestFailure>)] = [
      (.value(1), .success(1)), (.failure(.one), .failure(.one)), (.finished, .success(nil)),
    ]
    for (event, expected) in cases {
      let source = ManualSource()
      let wait = FirstValueWait<Item, TestFailure>()
      #expect(!wait.isAnswered(by: source.signal))
      source.send(event)
      await wait.suspend()
      #expect(wait.result == expected)
      #expect(source.teardowns == 1)
    }
  }

  @Test("a cancel between the start and the suspension is noticed, and tears down")
  func cancelBeforeSuspension() {
    let (source, box, answers) = (ManualSource(), Box<Task<Void, Never>>(), Log<Item?>())
    box.put(
      Task(executorPreference: scheduler) {
        let wait = FirstValueWait<Item, TestFailure>()
        #expect(!wait.isAnswered(by: source.signal))
        box.value?.cancel()
        #expect(source.open == 1)
        await wait.suspend()
        answers.append(try? wait.result.get())
      })
    scheduler.advance(by: .zero)
    #expect(answers.entries == [nil])
    #expect(source.teardowns == 1)
  }

  @Test("an answer of another thread that comes inside the start")
  func answerInsideStart() {
    for event: ItemEvent in [.value(1), .failure(.one), .finished] {
      let source = ManualSource()
      let signal = Items { emitter in
        let inner = source.signal.observe { emitter.send($0) }
        emitter.onTermination { inner.cancel() }
        concurrently([{ source.send(event) }])
      }
      let wait = Wait(for: signal, on: scheduler)
      scheduler.advance(by: .zero)
      #expect(wait.answers.entries.count == 1)
      #expect((wait.answers.entries.first == .some(nil)) == (event == .finished))
      #expect(source.open == 0)
    }
  }

  @Test("cancelled while it waits: torn down before the cancel returns, and it goes on with nil")
  func after() {
    let source = ManualSource()
    let wait = Wait(for: source.signal, on: scheduler)
    scheduler.advance(by: .seconds(1))
    #expect(source.open == 1)
    wait.cancel()
    #expect(source.teardowns == 1)
    source.send(.value(1))
    #expect(wait.answers.entries.isEmpty)
    scheduler.advance(by: .zero)
    #expect(wait.answers.entries == [nil])
  }

  @Test("answered, then cancelled before its turn: the answer stays")
  func cancelAfterAnswer() {
    let source = ManualSource()
    let wait = Wait(for: source.signal, on: scheduler)
    scheduler.advance(by: .zero)
    source.send(.value(1))
    #expect(source.open == 0, "torn down before the task goes on")
    wait.cancel()
    scheduler.advance(by: .zero)
    #expect(wait.answers.entries == [.success(1)])
  }

  @Test("the signal is let go of with the answer, and with a cancel", arguments: [true, false])
  func release(isCancelled: Bool) {
    let census = Census()
    let source = ManualSource()
    func start() -> Wait {
      let canary = census.canary("transform")
      return Wait(
        for: source.signal.map { item in
          _ = canary
          return item
        }, on: scheduler)
    }
    let wait = start()
    scheduler.advance(by: .zero)
    #expect(census.alive == ["transform"])
    if isCancelled { wait.cancel() } else { source.send(.value(1)) }
    scheduler.advance(by: .zero)
    #expect(wait.answers.entries.count == 1)
    #expect(census.alive == [])
  }

  @Test("ASY-01 and ASY-02: an answer, an end and a cancel that meet a wait at any point")
  func race() async {
    for round in 0..<300 {
      let source = ManualSource()
      let task = Task { await source.signal.result() }
      if round.isMultiple(of: 2) { while source.starts == 0 { await Task.yield() } }
      concurrently([
        { source.send(.value(1)) }, { source.send(.failure(.one)) }, { task.cancel() },
      ])
      // What comes before the start is missed: a cancel, at least, is not.
      let answer = await task.value
      #expect([nil, .success(1), .failure(.one)].contains(answer))
      #expect(source.teardowns == source.starts)
    }
  }

  @Test("upstream is torn down before the task goes on, also what was attached after it waited")
  func tornDownFirst() {
    let (log, source) = (Log<String>(), ManualSource())
    let late = Box<Emitter<Item, TestFailure>>()
    let signal = Items { emitter in
      late.put(emitter)
      let inner = source.signal.observe { emitter.send($0) }
      emitter.onTermination { inner.cancel() }
    }
    Task(executorPreference: InlineExecutor()) {
      _ = await signal.result()
      log.append("went on")
    }
    late.value?.onTermination { log.append("torn down") }
    late.take()
    source.send(.value(1))
    #expect(log.entries == ["torn down", "went on"])
  }

  @Test("a task that waits in virtual time goes on when the answer is there, without a yield")
  func virtualTime() throws {
    let (scheduler, log) = (scheduler, Log<String>())
    Task(executorPreference: scheduler) {
      for number in 1...3 {
        let signal = Items.just(Item(number)).delay(for: .seconds(number), scheduler: scheduler)
        let value = try await signal.firstValue()
        log.append("\(value?.number ?? 0) at \(scheduler.now.offset)")
      }
    }
    scheduler.advance(by: .seconds(6))
    #expect(log.entries == ["1 at 1.0 seconds", "2 at 3.0 seconds", "3 at 6.0 seconds"])
    try scheduler.verify()
  }
}

/// Runs a job where and when it is enqueued, so that nothing hides the order of what is done.
private final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
