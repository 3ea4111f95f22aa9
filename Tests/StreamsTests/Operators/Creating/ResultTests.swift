import Streams
import StreamsTesting
import Testing

@Suite("Signal(Result)")
struct ResultTests {
  private let stage = PictureStage()

  @Test("A success is its value and the end, a failure the failure; for every observer")
  func events() {
    #expect(stage.play(PictureSignal(.success("1")), from: [0, 1]) == ["(1|)", "(1|)"])
    #expect(
      stage.play(PictureSignal(.failure(PictureFailure())), from: [0, 1]) == ["#", "#"])
  }

  @Test("A cancel in the handler of the value leaves no end; one before leaves nothing")
  func cancel() {
    let log = Notes<Event<String, PictureFailure>>()
    let scope = Subscription()
    for _ in 0..<2 {
      PictureSignal(.success("1")).observe(in: scope) { event in
        log.add(event)
        scope.cancel()
      }
    }
    PictureSignal(.failure(PictureFailure())).observe(in: scope) { log.add($0) }
    #expect(log.all == [.value("1")])
  }

  @Test("What result() gave makes the same signal again")
  func roundTrip() async {
    for picture in ["1|", "#"] {
      let scheduler = stage.scheduler
      let (cold, drawn) = (stage.cold(picture), Notes<PictureSignal>())
      Task(executorPreference: scheduler) {
        if let result = await cold.result() { drawn.add(PictureSignal(result)) }
      }
      scheduler.advance(by: .seconds(2))
      #expect(drawn.all.map { stage.play($0) } == [picture == "#" ? "#" : "(1|)"])
    }
  }
}
