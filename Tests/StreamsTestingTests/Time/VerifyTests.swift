import Streams
import StreamsTesting
import Testing

@Suite("verify() names what is alive")
struct VerifyTests {
  @Test("nothing, at first and after everything is over")
  func nothing() throws {
    let scheduler = TestScheduler()
    try scheduler.verify()
    let recording = scheduler.record(Signal<Int, Never>.just(1))
    let other = scheduler.record(Signal<Int, Never>.never())
    other.cancel()
    #expect(recording.isFinished)
    try scheduler.verify()
  }

  @Test("an observation, with the place it was begun at")
  func observation() {
    let scheduler = TestScheduler()
    let line: UInt = #line + 1
    let recording = scheduler.record(Signal<Int, Never>.never())
    expect(scheduler, [.observation(SourceLocation(fileID: #fileID, line: line))])
    #expect(description(scheduler).contains("VerifyTests.swift:\(line)"))
    recording.cancel()
    expect(scheduler, [])
  }

  @Test("a timer with its due time, a repeating one as such, an action")
  func timers() {
    let scheduler = TestScheduler()
    let timer = scheduler.schedule(after: .seconds(3)) {}
    expect(scheduler, [.timer])
    #expect(description(scheduler).contains("a timer, due at 3.0 seconds"))
    timer.cancel()
    let ticks = Signal.timer(every: .seconds(1), scheduler: scheduler).observe()
    scheduler.advance(by: .seconds(5))
    #expect(description(scheduler).contains("a repeating timer (5 firings so far), due at 6.0"))
    ticks.cancel()
    scheduler.schedule {}
    expect(scheduler, [.action])
    scheduler.advance(by: .zero)
    expect(scheduler, [])
  }

  @Test("a job and a sleep")
  func jobs() async {
    let scheduler = TestScheduler()
    let task = Task(executorPreference: scheduler) {
      try? await scheduler.sleep(for: .seconds(4))
    }
    expect(scheduler, [.job])
    scheduler.advance(by: .seconds(1))
    expect(scheduler, [.sleep])
    #expect(description(scheduler).contains("a sleeping task, due at 4.0 seconds"))
    scheduler.advance(by: .seconds(4))
    await task.value
    expect(scheduler, [])
  }

  @Test("an emitter released without an end, in the call, in an advance, and in between")
  func misuse() {
    for way in 0..<3 {
      let scheduler = TestScheduler()
      let kept = Kept()
      let line: UInt = #line + 1
      let signal = Signal<Int, Never> { emitter in
        if way > 0 { kept.emitter.withLock { $0 = emitter } }
      }
      let recording = scheduler.record(signal)
      switch way {
      case 1: kept.emitter.withLock { $0 = nil }
      case 2:
        scheduler.schedule(after: .seconds(1)) { kept.emitter.withLock { $0 = nil } }
        scheduler.advance(by: .seconds(1))
      default: break
      }
      recording.cancel()
      expect(
        scheduler,
        [.misuse(.emitterReleasedWithoutEnd(SourceLocation(fileID: #fileID, line: line)))])
    }
  }

  private func expect(
    _ scheduler: TestScheduler, _ kinds: [Pending.Kind],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    do {
      try scheduler.verify()
      #expect(kinds.isEmpty, sourceLocation: sourceLocation)
    } catch {
      #expect(error.pending.map(\.kind) == kinds, sourceLocation: sourceLocation)
    }
  }

  private func description(_ scheduler: TestScheduler) -> String {
    do {
      try scheduler.verify()
      return ""
    } catch {
      return error.description
    }
  }
}

private final class Kept: Sendable {
  let emitter = Lock<Emitter<Int, Never>?>(nil)
}
