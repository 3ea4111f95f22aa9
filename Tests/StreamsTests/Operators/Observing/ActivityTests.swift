import Streams
import StreamsTesting
import Testing

@Suite("Activity")
struct ActivityTests {
  private let time = TestScheduler()
  private let activity = Activity()

  private func work(_ seconds: Int) -> Signal<Int, Never> {
    Signal.just(seconds).delay(for: .seconds(seconds), scheduler: time).trackActivity(activity)
  }

  @Test("Tells how many run, and whether any does: now, and at each change")
  func tells() {
    let (counts, isActive) = (time.record(activity.counts), time.record(activity.isActive))
    for seconds in [2, 3] { _ = time.record(work(seconds)) }
    time.advance(by: .seconds(9))
    #expect(counts.values == [0, 1, 2, 1, 0])
    #expect(isActive.values == [false, true, false])
    #expect(isActive.events.map(\.at.offset) == [.zero, .zero, .seconds(3)])
  }

  @Test("Tells who comes later what is true then")
  func later() {
    _ = time.record(work(2))
    time.advance(by: .seconds(1))
    #expect(activity.count == 1)
    #expect(time.record(activity.counts).values == [1])
    #expect(time.record(activity.isActive).values == [true])
    time.advance(by: .seconds(1))
    #expect(time.record(activity.isActive).values == [false])
  }

  @Test("Tells nothing after a cancel, and each observer for itself")
  func cancel() {
    let (left, kept) = (time.record(activity.counts), time.record(activity.counts))
    left.cancel()
    _ = time.record(work(1))
    time.advance(by: .seconds(1))
    #expect(left.values == [0])
    #expect(kept.values == [0, 1, 0])
    #expect(!kept.isFinished)
  }

  @Test("Work begun while a change is told is told after it")
  func reentrancy() {
    let counts = Notes<Int>()
    let isFirst = Lock(true)
    let observations = [0, 1].map { _ in
      activity.counts.observe(value: { [activity] count in
        counts.add(count)
        guard count == 1,
          isFirst.withLock({ flag in
            defer { flag = false }
            return flag
          })
        else {
          return
        }
        Signal<Int, Never>.just(1).trackActivity(activity).observe { _ in }
      })
    }
    Signal<Int, Never>.empty().trackActivity(activity).observe { _ in }
    #expect(counts.all == [0, 0, 1, 1, 2, 2, 1, 1, 0, 0])
    for observation in observations { observation.cancel() }
  }

  @Test("Of many threads the last count told is true, and steps are one at a time")
  func threads() async {
    let told = Notes<Int>()
    let observation = activity.counts.observe(value: { told.add($0) })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { [activity] in
          for _ in 0..<100 { Signal<Int, Never>.just(1).trackActivity(activity).observe { _ in } }
        }
      }
    }
    observation.cancel()
    #expect(told.all.count == 1601)
    #expect(told.all.last == 0)
    #expect(zip(told.all, told.all.dropFirst()).allSatisfy { abs($0 - $1) == 1 })
  }
}
