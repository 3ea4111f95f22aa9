import Streams
import Testing

@Suite("materialize")
struct MaterializeTests {
  private let stage = PictureStage()

  private func drawn(_ source: PictureSignal) -> PictureSignal {
    source.materialize()
      .map { event in
        switch event {
        case .value(let value): value
        case .failure: "F"
        case .finished: "E"
        }
      }
      .setFailureType(to: PictureFailure.self)
  }

  @Test("Each event as a value, and an end of its own after the end")
  func values() {
    #expect(stage.play(drawn(stage.cold("1--2-|"))) == "1--2-(E|)")
    #expect(stage.play(drawn(stage.cold("1-#"))) == "1-(F|)")
    #expect(stage.play(drawn(stage.cold("--|"))) == "--(E|)")
  }

  @Test("The events are those of the input")
  func events() {
    let notes = Notes<Event<Event<Int, PictureFailure>, Never>>()
    let source = Signal<Int, PictureFailure>.just(1).append(.fail(PictureFailure()))
    source.materialize().observe { notes.add($0) }
    #expect(notes.all == [.value(.value(1)), .value(.failure(PictureFailure())), .finished])
  }

  @Test("A cancel at the end that is a value keeps the other away")
  func cancelInside() {
    let notes = Notes<Event<Event<Int, Never>, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.just(1).materialize().observe(in: scope) { event in
      notes.add(event)
      if event == .value(.finished) { scope.cancel() }
    }
    #expect(notes.all == [.value(.value(1)), .value(.finished)])
  }

  @Test("Ends, cancels and shares nothing")
  func laws() {
    expectLaws(empty: "---(E|)", failure: "--(F|)") { source, _ in drawn(source) }
  }
}
