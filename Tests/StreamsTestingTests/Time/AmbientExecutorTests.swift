import Streams
import StreamsTesting
import Testing

@Suite("Async work that says nothing about where")
struct AmbientExecutorTests {
  private func waiting(_ time: TestScheduler) -> Signal<Int, Never> {
    Signal(async: {
      try? await time.sleep(for: .seconds(3))
      return 1
    })
  }

  @Test("runs in virtual time when its observation begins in a recording, or in an advance")
  func recorded() {
    let time = TestScheduler()
    let atOnce = time.record(waiting(time))
    let later = time.record(
      Signal.just(0).delay(for: .seconds(2), scheduler: time).flatMapLatest { _ in waiting(time) })
    time.advance(by: .seconds(10))
    #expect(atOnce.events == [.value(1, at: .seconds(3)), .finished(at: .seconds(3))])
    #expect(later.events == [.value(1, at: .seconds(5)), .finished(at: .seconds(5))])
  }

  @Test("and so do the elements of an asynchronous sequence")
  func sequence() {
    let time = TestScheduler()
    let log = time.record(Signal(waiting(time).values).map { $0 + 1 })
    time.advance(by: .seconds(3))
    #expect(log.values == [2])
    #expect(log.isFinished)
  }

  @Test("runs in the pool elsewhere")
  func elsewhere() async {
    let signal = Signal<Int, Never>(async: { 1 })
    #expect(await signal.firstValue() == 1)
  }
}
