import Dispatch
import Streams
import Synchronization

/// Signals and tasks, against what the standard library has for the same work.
extension Rows {
  static var bridges: [Row] {
    [
      Row(
        name: "values to a waiting consumer, a value", bar: 1.2,
        measure: .time(operations: bridged, against: .asyncStream) {
          let subject = PassthroughSubject<Int, Never>()
          let executor = QueueExecutor()
          Task(executorPreference: executor) {
            for await value in subject.signal.values { sink(value) }
          }
          executor.drain()
          for value in 0..<bridged {
            subject.send(value)
            executor.drain()
          }
          subject.finish()
          executor.drain()
        }),
      Row(
        name: "values to a busy consumer, a value",
        measure: .time(operations: bridged, against: .asyncStreamBuffer) {
          let subject = PassthroughSubject<Int, Never>()
          let executor = QueueExecutor()
          Task(executorPreference: executor) {
            for await value in subject.signal.values { sink(value) }
          }
          executor.drain()
          for value in 0..<bridged { subject.send(value) }
          subject.finish()
          executor.drain()
        }),
      Row(
        name: "values of the newest, a value that is dropped",
        measure: .time(operations: bridged, against: .asyncStreamNewest) {
          let subject = PassthroughSubject<Int, Never>()
          let executor = QueueExecutor()
          Task(executorPreference: executor) {
            for await value in subject.signal.values(.bufferingNewest(1)) { sink(value) }
          }
          executor.drain()
          for value in 0..<bridged { subject.send(value) }
          subject.finish()
          executor.drain()
        }),
      Row(
        name: "firstValue() of just", bar: 2,
        measure: .time(operations: bridged, against: .checkedContinuation) {
          let one = hiddenJust(1)
          inTask { for _ in 0..<bridged { sink(await one.firstValue() ?? 0) } }
        }),
    ]
  }

  static let bridged = 200_000
}

extension Baselines {
  static func asyncStream() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let executor = QueueExecutor()
    Task(executorPreference: executor) { for await value in stream { sink(value) } }
    executor.drain()
    for value in 0..<Rows.bridged {
      continuation.yield(value)
      executor.drain()
    }
    continuation.finish()
    executor.drain()
  }

  static func asyncStreamBuffer() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let executor = QueueExecutor()
    Task(executorPreference: executor) { for await value in stream { sink(value) } }
    executor.drain()
    for value in 0..<Rows.bridged { continuation.yield(value) }
    continuation.finish()
    executor.drain()
  }

  static func asyncStreamNewest() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let executor = QueueExecutor()
    Task(executorPreference: executor) { for await value in stream { sink(value) } }
    executor.drain()
    for value in 0..<Rows.bridged { continuation.yield(value) }
    continuation.finish()
    executor.drain()
  }

  static func checkedContinuations() {
    inTask {
      for value in 0..<Rows.bridged {
        sink(await withCheckedContinuation { $0.resume(returning: value) })
      }
    }
  }
}

/// Runs `work` in a task as they usually are, and waits for it.
private func inTask(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await work()
    done.signal()
  }
  done.wait()
}

/// Runs jobs on the thread that asks, so that what is measured is the bridge and not a thread pool.
final class QueueExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func drain() {
    while let job = jobs.withLock({ $0.popLast() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
