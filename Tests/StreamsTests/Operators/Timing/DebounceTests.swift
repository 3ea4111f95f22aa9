import Streams
import StreamsTesting
import Testing

@Suite("debounce")
struct DebounceTests {
  private let stage = PictureStage()

  private func calm(_ signal: PictureSignal, _ seconds: Int = 3) -> PictureSignal {
    signal.debounce(for: .seconds(seconds), scheduler: stage.scheduler)
  }

  @Test("A value comes when it has been quiet for so long; each value starts the wait anew")
  func values() {
    #expect(stage.play(calm(stage.cold("1-2-3------4-----|"))) == "-------3------4--|")
  }

  @Test("The end lets a waiting value out first, both at once")
  func end() {
    #expect(stage.play(calm(stage.cold("1-2|"))) == "---(2|)")
    #expect(stage.play(calm(stage.cold("1------|"))) == "---1---|")
    #expect(stage.play(calm(stage.cold("--|"))) == "--|")
  }

  @Test("A failure is at once, and a waiting value is dropped")
  func fails() {
    #expect(stage.play(calm(stage.cold("1-#"))) == "--#")
    #expect(stage.play(calm(stage.cold("#"))) == "#")
  }

  @Test("At exactly the due time, first come, first served")
  func tie() {
    #expect(stage.play(calm(stage.hot("1--2------|"))) == "------2---|")
    // The second value is scheduled after the timer of the first was set.
    let late = PictureSignal.just("1").append(stage.cold("---2----|"))
    #expect(stage.play(calm(late)) == "---1--2-|")
  }

  @Test("A cancel drops what waits and leaves nothing pending")
  func cancel() {
    #expect(stage.play(calm(stage.cold("1------|")), cancelAt: 2) == "")
    #expect(stage.scheduler.pending.isEmpty)
    #expect(stage.runs() == "0-2")
  }

  @Test("One timer waits, whatever the number of values")
  func oneTimer() {
    let subject = PassthroughSubject<String, PictureFailure>()
    calm(subject.signal).observe { _ in }
    for value in 0..<100 { subject.send("\(value)") }
    #expect(stage.scheduler.pending.count == 1)
  }

  @Test("A wait of zero or less is the next turn", arguments: [0, -5])
  func noWait(_ seconds: Int) {
    #expect(stage.play(calm(stage.cold("1-(23)-|"), seconds)) == "1-3-|")
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws(isTimed: true) { source, stage in
      source.debounce(for: .milliseconds(500), scheduler: stage.scheduler)
    }
  }

  @Test("A value sent from the handler waits as any other")
  func reentrancy() {
    let subject = PassthroughSubject<String, PictureFailure>()
    let recording = stage.scheduler.record(
      calm(subject.signal).handleEvents(onValue: { if $0 == "1" { subject.send("2") } }))
    subject.send("1")
    stage.scheduler.advance(by: .seconds(9))
    #expect(Picture.draw(recording.events) == "---1--2")
  }
}
