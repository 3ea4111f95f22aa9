@unsafe @preconcurrency import Dispatch
import Streams
import Testing

/// The only tests that wait for real time; each waits for milliseconds and gives up after seconds.
@Suite("DispatchScheduler")
struct DispatchSchedulerTests {
  @Test("runs actions on its queue, first in, first out, never inside the call")
  func order() {
    let scheduler = DispatchScheduler(label: "order")
    let log = Log<Int>()
    let done = Gate()
    scheduler.schedule {
      scheduler.schedule { log.append(2) }
      for number in 3..<100 { scheduler.schedule { log.append(number) } }
      scheduler.schedule { done.open() }
      log.append(1)
    }
    #expect(done.wait())
    #expect(log.entries == Array(1..<100))
  }

  @Test("ORD-06: the main queue's work runs on the main queue, also when asked from another")
  func mainQueue() {
    let key = DispatchSpecificKey<String>()
    let foreign = DispatchQueue(label: "foreign")
    foreign.setSpecific(key: key, value: "foreign")
    DispatchQueue.main.setSpecific(key: key, value: "main")
    let log = Log<String>()
    let done = Gate()
    DispatchScheduler.main.schedule {
      foreign.sync {
        DispatchScheduler.main.schedule {
          log.append(DispatchQueue.getSpecific(key: key) ?? "none")
          done.open()
        }
      }
      log.append("asked")
    }
    #expect(done.wait())
    #expect(log.entries == ["asked", "main"])
  }

  @Test(
    "a timer never fires early, on the background and on the main queue", arguments: [true, false])
  func neverEarly(isMain: Bool) {
    let scheduler = isMain ? .main : DispatchScheduler(label: "early")
    for milliseconds in [0, 1, 5, 20] {
      let due = scheduler.now.advanced(by: .milliseconds(milliseconds))
      let fired = Box<Instant>()
      let done = Gate()
      scheduler.schedule(at: due) {
        fired.put(scheduler.now)
        done.open()
      }
      #expect(done.wait())
      #expect(fired.value.map { $0 >= due } == true)
    }
  }

  @Test("a timer that is moved fires once, for the last deadline, and not before it")
  func moved() {
    let scheduler = DispatchScheduler(label: "moved")
    let log = Log<[Instant]>()
    let done = Gate()
    let timer = scheduler.timer { due in
      log.append([due, scheduler.now])
      done.open()
    }
    let begin = scheduler.now
    // Far away until the last, so that a slow machine cannot let one pass.
    for minutes in 1...40 { timer.set(at: begin.advanced(by: .seconds(minutes * 60))) }
    let last = begin.advanced(by: .milliseconds(30))
    timer.set(at: last)
    #expect(done.wait())
    #expect(log.entries.count == 1)
    #expect(log.entries.first?[0] == last)
    #expect(log.entries.first.map { $0[1] >= last } == true)
    timer.cancel()
  }

  @Test("deadlines that have passed, or are nothing, run in the order of the calls")
  func passed() {
    let scheduler = DispatchScheduler(label: "passed")
    let log = Log<String>()
    let done = Gate()
    let timer = scheduler.timer { _ in log.append("timer") }
    let block = Gate()
    scheduler.schedule { block.wait() }
    scheduler.schedule { log.append("before") }
    timer.set(at: .zero)
    scheduler.schedule { log.append("after") }
    scheduler.schedule { done.open() }
    block.open()
    #expect(done.wait())
    #expect(log.entries == ["before", "timer", "after"])
    let past = Gate()
    scheduler.schedule(at: Instant(offset: .seconds(-5))) { past.open() }
    #expect(past.wait())
  }

  @Test("a cancelled timer does not fire and lets go of its action, at once")
  func cancelled() {
    let scheduler = DispatchScheduler(label: "cancelled")
    let census = Census()
    func make() -> any SchedulerTimer {
      let canary = census.canary("action")
      let timer = scheduler.timer { _ in
        _ = canary
        Issue.record("fired")
      }
      timer.set(at: scheduler.now.advanced(by: .milliseconds(20)))
      return timer
    }
    let timer = make()
    timer.cancel()
    #expect(census.alive == [])
    let later = Gate()
    scheduler.schedule(after: .milliseconds(40)) { later.open() }
    #expect(later.wait())
  }

  @Test("far deadlines trap nowhere and do not fire")
  func far() {
    let scheduler = DispatchScheduler(label: "far")
    let timers = InstantTests.odd.filter { $0 > .seconds(1) }.map { duration in
      let timer = scheduler.timer { _ in Issue.record("fired") }
      timer.set(at: scheduler.now.advanced(by: duration))
      timer.set(at: Instant(offset: duration))
      return timer
    }
    let later = Gate()
    scheduler.schedule(after: .milliseconds(30)) { later.open() }
    #expect(later.wait())
    for timer in timers { timer.cancel() }
  }

  @Test("TIM-12: repeating work goes on although its handle is let go of, until it is cancelled")
  func droppedHandle() {
    let scheduler = DispatchScheduler(label: "dropped")
    let scope = Subscription()
    let count = Counter()
    let third = Gate()
    func observe() {
      Signal.timer(every: .milliseconds(2), scheduler: scheduler)
        .observe(in: scope) { _ in if count.add() == 3 { third.open() } }
    }
    observe()
    #expect(third.wait())
    let cancelled = Gate()
    scheduler.schedule {
      scope.cancel()
      cancelled.open()
    }
    #expect(cancelled.wait())
    let atCancel = count.value
    let later = Gate()
    scheduler.schedule(after: .milliseconds(20)) { later.open() }
    #expect(later.wait())
    #expect(count.value == atCancel)
  }

  @Test("operators run on it: debounce, delay, a time limit, receive(on:), a repeating timer")
  func operators() {
    let scheduler = DispatchScheduler(label: "operators")
    let done = Gate()
    let log = Log<Event<Int, TestFailure>>()
    Signal<Int, TestFailure>.sequence(1...50)
      .receive(on: scheduler)
      .delay(for: .milliseconds(5), scheduler: scheduler)
      .timeout(.seconds(5), scheduler: scheduler, failure: .one)
      .observe { event in
        log.append(event)
        if event.isTerminal { done.open() }
      }
    #expect(done.wait())
    #expect(log.entries == (1...50).map { .value($0) } + [.finished])

    let ticks = Log<Int>()
    let ticked = Gate()
    Signal.timer(every: .milliseconds(2), scheduler: scheduler).prefix(3)
      .observe(value: { ticks.append($0) }, finished: { ticked.open() })
    #expect(ticked.wait())
    #expect(ticks.entries == [0, 1, 2])
  }

  @Test("no event overlaps another when four threads send through receive(on:)")
  func serial() {
    let scheduler = DispatchScheduler(label: "serial")
    let subject = PassthroughSubject<Int, Never>()
    let overlap = OverlapDetector()
    let count = Counter()
    let done = Gate()
    subject.signal.receive(on: scheduler).observe(
      value: { _ in overlap.run { count.add() } }, finished: { done.open() })
    concurrently((0..<4).map { _ in { for number in 0..<500 { subject.send(number) } } })
    subject.finish()
    #expect(done.wait())
    #expect(overlap.count == 0)
    #expect(count.value == 2_000)
  }

  @Test("equal deadlines come in the order they were set, one that was moved behind them")
  func equalDeadlines() {
    let scheduler = DispatchScheduler(label: "equal")
    let due = scheduler.now.advanced(by: .milliseconds(20))
    let log = Log<Int>()
    let done = Gate()
    let timers = (0..<5).map { number in
      scheduler.timer { _ in
        log.append(number)
        if number == 2 { done.open() }
      }
    }
    timers[2].set(at: due.advanced(by: .seconds(60)))
    for number in [0, 1, 3, 4] { timers[number].set(at: due) }
    timers[2].set(at: due)
    timers[3].cancel()
    #expect(done.wait())
    #expect(log.entries == [0, 1, 4, 2])
  }

  @Test("a timer that is taken back from within another's action does not fire")
  func takenBack() {
    let scheduler = DispatchScheduler(label: "taken")
    let due = scheduler.now.advanced(by: .milliseconds(5))
    let log = Log<Int>()
    let done = Gate()
    let second = scheduler.timer { _ in log.append(2) }
    let first = scheduler.timer { _ in
      log.append(1)
      second.cancel()
    }
    let last = scheduler.timer { _ in done.open() }
    for timer in [first, second, last] { timer.set(at: due) }
    #expect(done.wait())
    #expect(log.entries == [1])
  }

  @Test("a timer that follows one that was taken back does not take its place in the queue")
  func place() {
    let scheduler = DispatchScheduler(label: "place")
    let log = Log<Int>()
    let done = Gate()
    scheduler.schedule {
      let first = scheduler.timer { _ in log.append(1) }
      first.set(at: .zero)
      first.cancel()
      scheduler.schedule { log.append(2) }
      let second = scheduler.timer { _ in
        log.append(3)
        done.open()
      }
      second.set(at: .zero)
      scheduler.schedule { withExtendedLifetime(second) { log.append(4) } }
    }
    #expect(done.wait())
    #expect(log.entries.prefix(2) == [2, 3])
  }

  @Test("an action that is always due again leaves the queue to others between its turns")
  func alwaysDue() {
    let scheduler = DispatchScheduler(label: "always")
    let holder = Box<any SchedulerTimer>()
    let done = Gate()
    let begin = scheduler.now
    let timer = scheduler.timer { due in holder.value?.set(at: due) }
    holder.put(timer)
    timer.set(at: begin)
    scheduler.schedule(after: .milliseconds(1)) { scheduler.schedule { done.open() } }
    #expect(done.wait())
    timer.cancel()
    holder.take()
  }
}
