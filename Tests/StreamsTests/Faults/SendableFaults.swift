import StreamsTesting
import Testing

@testable import Streams

/// Much of what is proved here is that it compiles, in the strict mode of the newest compiler.
@Suite("Faults of sendability")
struct SendableFaults {
  private let scheduler = TestScheduler()

  /// An element that may not cross, in a sequence whose iterator may not either.
  private final class Loose {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private struct LooseNumbers: AsyncSequence {
    let count: Int
    let tasks: Log<Int>

    func makeAsyncIterator() -> Iterator { Iterator(self) }

    final class Iterator: AsyncIteratorProtocol {
      private let numbers: LooseNumbers
      private var given = 0

      init(_ numbers: LooseNumbers) { self.numbers = numbers }

      func next() async -> Loose? { await next(isolation: nil) }

      func next(isolation actor: isolated (any Actor)?) async -> Loose? {
        let task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
        numbers.tasks.append(task ?? 0)
        guard given < numbers.count else { return nil }
        given += 1
        return Loose(given)
      }
    }
  }

  /// What cannot be said of a value that may not be sent.
  private func isSendable<Value: Sendable>(_ value: Value) -> Bool { true }

  @Test("SND-02: an iterator that is not Sendable is accepted, and one task takes 10,000 elements")
  func oneTask() {
    let tasks = Log<Int>()
    let recording = scheduler.record(
      Signal<Int, Never>(
        elements: { LooseNumbers(count: 10_000, tasks: tasks).map { $0.number } },
        executor: scheduler
      )
      .debounce(for: .seconds(1), scheduler: scheduler)
      .merge(with: .empty()))
    scheduler.advance(by: .seconds(1))
    #expect(recording.values == [10_000])
    #expect(tasks.entries.count == 10_001)
    #expect(Set(tasks.entries).count == 1)
    #expect(tasks.entries.first != 0)
  }

  @Test("SND-02: a loop makes no task: all it is given comes in the loop's own")
  func noTask() {
    let (scheduler, tasks) = (scheduler, Log<Int>())
    let subject = PassthroughSubject<Int, Never>()
    let executor = CountingExecutor(scheduler)
    Task(executorPreference: executor) {
      for await _ in subject.signal.values {
        tasks.append(unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } ?? 0)
      }
    }
    scheduler.advance(by: .zero)
    for number in 0..<10_000 {
      subject.send(number)
      scheduler.advance(by: .zero)
    }
    subject.finish()
    scheduler.advance(by: .zero)
    #expect(tasks.entries.count == 10_000)
    #expect(Set(tasks.entries).count == 1)
    // A turn to begin, one for each value, one for the end.
    #expect(executor.jobs.value <= 10_002)
  }

  @Test("SND-03: of what is not Sendable and mapped away only the result is asked")
  func finalElement() {
    let (scheduler, tasks) = (scheduler, Log<Int>())
    let inwards = Signal<Int, Never>(
      elements: { LooseNumbers(count: 3, tasks: tasks).map { $0.number } }, executor: scheduler)
    let made = Signal<Int, Never> { emitter in
      let loose = Loose(4)
      emitter.send(loose.number)
      emitter.finish()
    }
    let both = inwards.append(made)
    let heard = Log<Int>()
    Task(executorPreference: scheduler) {
      for await number in both.values.map({ Loose($0) }) { heard.append(number.number) }
    }
    scheduler.advance(by: .zero)
    #expect(heard.entries == [1, 2, 3, 4])
    #expect(isSendable(both.values))
    #expect(isSendable(both.values.makeAsyncIterator()))
  }
}

/// Counts the turns of a task on their way to virtual time.
private final class CountingExecutor: TaskExecutor {
  let jobs = Counter()
  private let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add()
    let job = UnownedJob(job)
    let executor = unsafe asUnownedTaskExecutor()
    scheduler.schedule { unsafe job.runSynchronously(on: executor) }
  }
}
