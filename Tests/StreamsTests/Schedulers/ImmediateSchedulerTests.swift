import Streams
import Testing

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
  @Test("runs everything inside the call, at time zero")
  func inside() {
    let scheduler = ImmediateScheduler()
    let log = Log<String>()
    scheduler.schedule { log.append("action") }
    scheduler.schedule(after: .seconds(3600)) { log.append("timer") }
    scheduler.schedule(at: .distantFuture) { log.append("never") }
    #expect(log.entries == ["action", "timer", "never"])
    #expect(scheduler.now == .zero)
  }

  @Test("a timer set from its own action runs after the action, and not after a cancel")
  func again() {
    let log = Log<String>()
    let kept = Box<any SchedulerTimer>()
    kept.put(
      ImmediateScheduler().timer { instant in
        log.append("begin \(instant)")
        if log.entries.count < 5 { kept.value?.set(at: Instant(offset: .seconds(1))) }
        if log.entries.count == 5 { kept.value?.cancel() }
        log.append("end")
      })
    kept.value?.set(at: .zero)
    kept.value?.set(at: .zero)
    let begins = log.entries.filter { $0.hasPrefix("begin") }
    #expect(begins == ["begin 0.0 seconds", "begin 1.0 seconds", "begin 1.0 seconds"])
    #expect(log.entries.count == 6)
    kept.take()
  }

  @Test("a timer set a hundred thousand times does not grow")
  func often() {
    onSmallStack {
      let calls = Counter()
      let timer = ImmediateScheduler().timer { _ in calls.add() }
      for _ in 0..<100_000 { timer.set(at: .zero) }
      #expect(calls.value == 100_000)
    }
  }

  @Test("a timer lets go of its action at the cancel")
  func release() {
    let census = Census()
    func make() -> any SchedulerTimer {
      let canary = census.canary("action")
      return ImmediateScheduler().timer { _ in _ = canary }
    }
    let timer = make()
    timer.set(at: .zero)
    timer.cancel()
    timer.set(at: .zero)
    #expect(census.alive == [])
  }
}
