import Streams
import StreamsTesting
import Testing

@Suite("timer(every:)")
struct TimerTests {
  private let stage = PictureStage()

  private func timer(_ interval: Duration) -> Signal<Int, Never> {
    .timer(every: interval, scheduler: stage.scheduler)
  }

  @Test("Counts from 0, the first tick after one interval, for each observer anew")
  func ticks() {
    let signal = timer(.seconds(3)).prefix(3)
    #expect(stage.play(signal, from: [0, 1]) == ["---0--1--(2|)", "---0--1--(2|)"])
  }

  @Test("A cancel leaves nothing pending")
  func cancel() {
    #expect(stage.play(timer(.seconds(2)), cancelAt: 5) == "--0-1")
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A cancel from the handler ends the ticks")
  func cancelInside() {
    let ticks = Notes<Int>()
    let scope = Subscription()
    timer(.seconds(1)).observe(
      in: scope,
      value: { tick in
        ticks.add(tick)
        if tick == 1 { scope.cancel() }
      })
    stage.scheduler.advance(by: .seconds(10))
    #expect(ticks.all == [0, 1])
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("Missed ticks come as one, and the next is on the grid again")
  func missed() {
    let scheduler = stage.scheduler
    let moments = Notes<Duration>()
    let scope = Subscription()
    timer(.seconds(2)).observe(
      in: scope,
      value: { tick in
        // The handler of the first tick takes 7 seconds: from 2 to 9. 4, 6 and 8 are missed.
        if tick == 0 { scheduler.advance(by: .seconds(7)) }
        moments.add(scheduler.now.offset)
        if tick == 3 { scope.cancel() }
      })
    scheduler.advance(by: .seconds(30))
    #expect(moments.all == [.seconds(9), .seconds(9), .seconds(10), .seconds(12)])
  }

  @Test("An interval that is not positive is the shortest there is, and ends with a prefix")
  func degenerate() throws {
    for interval in [Duration.zero, .seconds(-5)] {
      let recording = stage.scheduler.record(timer(interval).prefix(3))
      try stage.scheduler.run(limit: 10)
      #expect(recording.values == [0, 1, 2])
    }
  }
}
