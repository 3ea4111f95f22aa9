import Streams
import Testing

@Suite("just")
struct JustTests {
  @Test("One value and the end, at once, for each observer")
  func delivers() {
    let stage = PictureStage()
    #expect(stage.play(Signal<Int, Never>.just(1), from: [0, 2]) == ["(1|)", "(1|)"])
  }

  @Test("A cancel from the handler keeps the end away")
  func cancel() {
    let scope = Subscription()
    let notes = Notes<Event<Int, Never>>()
    Signal<Int, Never>.just(1).observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value(1)])
  }

  @Test("A scope that is cancelled already hears nothing")
  func late() {
    let scope = Subscription()
    scope.cancel()
    let notes = Notes<Int>()
    Signal<Int, Never>.just(1).observe(in: scope, value: { notes.add($0) })
    #expect(notes.all == [])
  }
}
