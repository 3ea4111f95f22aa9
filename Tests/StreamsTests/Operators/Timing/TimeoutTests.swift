import Streams
import StreamsTesting
import Testing

@Suite("timeout")
struct TimeoutTests {
  private let stage = PictureStage()

  private func limited(
    _ signal: PictureSignal, _ seconds: Int = 3, _ mode: TimeoutMode = .each
  ) -> PictureSignal {
    signal.timeout(
      .seconds(seconds), mode, scheduler: stage.scheduler, failure: PictureFailure())
  }

  @Test("Each: to the first value, from value to value, from the last to the end")
  func each() {
    #expect(stage.play(limited(stage.cold("-----1|"))) == "---#")
    #expect(stage.play(limited(stage.cold("--1--2-----3|"))) == "--1--2--#")
    #expect(stage.play(limited(stage.cold("--1-----|"))) == "--1--#")
    #expect(stage.play(limited(stage.cold("--1--2--|"))) == "--1--2--|")
  }

  @Test("Total: from the start to the end")
  func total() {
    #expect(stage.play(limited(stage.cold("12345|"), 3, .total)) == "123(4#)")
    #expect(stage.play(limited(stage.cold("12|"), 3, .total)) == "12|")
  }

  @Test("At exactly the limit a value that was there first wins")
  func tie() {
    #expect(stage.play(limited(stage.hot("---1--|"))) == "---1--|")
    #expect(stage.play(limited(stage.hot("---1--|"), 3, .total)) == "---(1#)")
  }

  @Test("The input is cancelled before the failure is delivered")
  func order() {
    let order = Notes<String>()
    let signal = limited(stage.cold("-----1|").handleEvents(onCancel: { order.add("cancel") }))
      .mapError { order.noting("failure", $0) }
    #expect(stage.play(signal) == "---#")
    #expect(stage.runs() == "0-3")
    #expect(order.all == ["cancel", "failure"])
  }

  @Test("An end, a failure and a cancel take the timer away")
  func leavesNothing() {
    for picture in ["1|", "1#"] {
      let recording = stage.scheduler.record(limited(stage.cold(picture)))
      stage.scheduler.advance(by: .seconds(1))
      #expect(recording.end != nil)
      #expect(stage.scheduler.pending.isEmpty)
    }
    #expect(stage.play(limited(stage.cold("1-----|")), cancelAt: 2) == "1")
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A synchronous input never times out; a limit of zero or less is the next turn")
  func noWait() {
    #expect(stage.play(limited(.just("1"), 0)) == "(1|)")
    #expect(stage.play(limited(stage.cold("-1|"), 0)) == "#")
    #expect(stage.play(limited(stage.cold("-1|"), -5)) == "#")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(isTimed: true) { source, stage in
      source.timeout(.seconds(3), scheduler: stage.scheduler, failure: PictureFailure())
    }
  }

  @Test("A value sent from the handler counts as one")
  func reentrancy() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(
      limited(subject.signal).handleEvents(onValue: { if $0 == "1" { subject.send("2") } }))
    stage.scheduler.advance(by: .seconds(2))
    subject.send("1")
    stage.scheduler.advance(by: .seconds(9))
    #expect(Picture.draw(recording.events) == "--(12)--#")
  }
}
