import Streams
import StreamsTesting
import Testing

@Suite("receive(on:)")
struct ReceiveOnTests {
  private let stage = PictureStage()

  private func moved(_ signal: PictureSignal) -> PictureSignal {
    signal.receive(on: stage.scheduler)
  }

  @Test("Nothing is delivered inside the call; the order is kept")
  func values() {
    let recording = stage.scheduler.record(moved(.sequence(["1", "2"])))
    #expect(recording.events.isEmpty)
    stage.scheduler.advance(by: .zero)
    #expect(Picture.draw(recording.events) == "(12|)")
    #expect(stage.play(moved(stage.cold("1-(23)-|"))) == "1-(23)-|")
  }

  @Test("A failure overtakes nothing")
  func fails() {
    #expect(stage.play(moved(stage.cold("(12#)"))) == "(12#)")
  }

  @Test("A cancel drops what is queued")
  func cancel() {
    let recording = stage.scheduler.record(moved(.sequence(["1", "2"])))
    recording.cancel()
    stage.scheduler.advance(by: .seconds(1))
    #expect(recording.events.isEmpty)
  }

  @Test("A cancel from the handler drops the rest of the turn")
  func cancelInside() {
    let scope = Subscription()
    let values = Notes<String>()
    moved(.sequence(["1", "2", "3"])).observe(
      in: scope,
      value: { value in
        values.add(value)
        scope.cancel()
      })
    stage.scheduler.advance(by: .zero)
    #expect(values.all == ["1"])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(isTimed: true) { source, stage in source.receive(on: stage.scheduler) }
  }

  @Test("A value sent from the handler comes after, in the same turn")
  func reentrancy() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let order = Notes<String>()
    moved(subject.signal).observe(value: { value in
      order.add("begin \(value)")
      if value == "1" { subject.send("3") }
      order.add("end \(value)")
    })
    subject.send("1")
    subject.send("2")
    stage.scheduler.runNext()
    #expect(order.all == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    #expect(stage.scheduler.pending.isEmpty)
  }

  @Test("An immediate scheduler delivers in the call")
  func immediate() {
    let values = Notes<String>()
    PictureSignal.sequence(["1", "2"]).receive(on: ImmediateScheduler())
      .observe(value: { values.add($0) })
    #expect(values.all == ["1", "2"])
  }
}
