import Streams
import StreamsTesting
import Testing

@Suite("delay")
struct DelayTests {
  private let stage = PictureStage()

  private func delayed(_ signal: PictureSignal, _ seconds: Int = 2) -> PictureSignal {
    signal.delay(for: .seconds(seconds), scheduler: stage.scheduler)
  }

  @Test("Shifts values and the end, keeping the order")
  func values() {
    #expect(stage.play(delayed(stage.cold("1-(23)4--|"))) == "--1-(23)4--|")
    #expect(stage.play(delayed(.sequence(["1", "2"]))) == "--(12|)")
    #expect(stage.play(delayed(.empty())) == "--|")
  }

  @Test("A failure is shifted too, and overtakes nothing")
  func fails() {
    #expect(stage.play(delayed(stage.cold("12#"))) == "--12#")
  }

  @Test("A cancel drops what waits and leaves nothing pending")
  func cancel() {
    #expect(stage.play(delayed(stage.cold("12345|")), cancelAt: 4) == "--12")
    #expect(stage.runs() == "0-4")
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A cancel from the handler drops what is due at the same moment")
  func cancelInside() {
    let scope = Subscription()
    let values = Notes<String>()
    delayed(.sequence(["1", "2", "3"])).observe(
      in: scope,
      value: { value in
        values.add(value)
        scope.cancel()
      })
    stage.scheduler.advance(by: .seconds(5))
    #expect(values.all == ["1"])
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("A delay of zero or less is the next turn", arguments: [0, -5])
  func noDelay(_ seconds: Int) {
    #expect(stage.play(delayed(stage.cold("1-2|"), seconds)) == "1-2|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(empty: "-----|", failure: "----#", isTimed: true) { source, stage in
      source.delay(for: .seconds(2), scheduler: stage.scheduler)
    }
  }

  @Test("A value sent from the handler is delayed from then")
  func reentrancy() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(
      delayed(subject.signal).handleEvents(onValue: { if $0 == "1" { subject.send("2") } }))
    subject.send("1")
    stage.scheduler.advance(by: .seconds(9))
    #expect(Picture.draw(recording.events) == "--1-2")
  }
}
