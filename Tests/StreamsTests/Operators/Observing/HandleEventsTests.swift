import Streams
import Testing

@Suite("handleEvents")
struct HandleEventsTests {
  private let stage = PictureStage()
  private let order = Notes<String>()

  private func hooked(_ signal: PictureSignal) -> PictureSignal {
    let order = order
    return signal.handleEvents(
      onStart: { order.add("start") }, onValue: { order.add("value \($0)") },
      onFailure: { _ in order.add("failure") }, onFinished: { order.add("finished") },
      onCancel: { order.add("cancel") }, onTermination: { order.add("over") })
  }

  private func play(_ picture: String, cancelAt: Int? = nil) -> String {
    let order = order
    let signal = hooked(stage.cold(picture))
    return stage.play(
      PictureSignal { emitter in
        let observation = signal.observe { event in
          order.add("deliver")
          emitter.send(event)
        }
        emitter.onTermination { observation.cancel() }
      }, cancelAt: cancelAt)
  }

  @Test("Each hook runs before its event; the last one after the end")
  func finishes() {
    #expect(play("1-|") == "1-|")
    #expect(order.all == ["start", "value 1", "deliver", "finished", "deliver", "over"])
  }

  @Test("A failure")
  func fails() {
    #expect(play("-#") == "-#")
    #expect(order.all == ["start", "failure", "deliver", "over"])
  }

  @Test("A cancel is told as one, and no end is")
  func cancel() {
    #expect(play("1--2|", cancelAt: 2) == "1")
    #expect(order.all == ["start", "value 1", "deliver", "cancel", "over"])
  }

  @Test("A cancel after the end is none")
  func late() {
    let observation = hooked(.just("1")).observe { _ in }
    observation.cancel()
    #expect(order.all == ["start", "value 1", "finished", "over"])
  }

  @Test("An operator below that ends early cancels, as far as the hooks can see")
  func early() {
    #expect(stage.play(hooked(stage.cold("1-2|")).prefix(1)) == "(1|)")
    #expect(order.all == ["start", "value 1", "cancel", "over"])
  }

  @Test("A cancel from the first hook starts nothing")
  func cancelAtStart() {
    let scope = Subscription()
    stage.cold("1|").handleEvents(onStart: { scope.cancel() }).observe(in: scope) { _ in }
    #expect(stage.runs() == "")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.handleEvents(onValue: { _ in }, onTermination: {}) }
    #expect(stage.play(hooked(stage.cold("1|")), from: [0, 3]) == ["1|", "1|"])
    #expect(order.all.filter { $0 == "over" }.count == 2)
  }
}
