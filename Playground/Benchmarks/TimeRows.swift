import Streams
import StreamsTesting

/// What tests in virtual time cost.
extension Rows {
  static var virtualTime: [Row] {
    [
      Row(
        name: "a timer in virtual time, of a million set and run",
        measure: .time(operations: count, against: .mutexLock) {
          let scheduler = TestScheduler()
          var generator = SeededGenerator(seed: 9)
          for _ in 0..<count {
            let offset = Duration.nanoseconds(Int64.random(in: 0...1_000_000, using: &generator))
            scheduler.schedule(at: Instant(offset: offset)) { sink(1) }
          }
          scheduler.advance(by: .seconds(1))
        }),
      Row(
        name: "a run of the async scenario",
        measure: .time(operations: 200, against: .mutexLock) {
          for _ in 0..<200 { asyncScenario() }
        }),
    ]
  }

  /// A task group, an actor, an `AsyncStream`, `async let` and a cancelled sleep, from their start
  /// to their end in virtual time.
  private static func asyncScenario() {
    let time = TestScheduler()
    Task(executorPreference: time) {
      let tally = Tally()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      async let sum = stream.reduce(0, +)
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            try? await time.sleep(for: .seconds(number % 2 + 1))
            await tally.add(number)
            continuation.yield(number)
          }
        }
        group.addTask {
          let sleeper = Task(executorPreference: time) {
            try await time.sleep(for: .seconds(100))
          }
          try? await time.sleep(for: .seconds(2))
          sleeper.cancel()
          _ = await sleeper.result
        }
      }
      continuation.finish()
      sink(await sum + tally.sum)
    }
    time.advance(by: .seconds(20))
  }
}

private actor Tally {
  private(set) var sum = 0

  func add(_ number: Int) { sum += number }
}
