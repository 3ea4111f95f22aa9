import Streams
import Testing

@Suite("first")
struct FirstTests {
  @Test("The first value and the end; the input is cancelled with it")
  func values() {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("--1-2-|").first()) == "--(1|)")
    #expect(stage.runs() == "0-2")
  }

  @Test("Empty stays empty, a failure passes, a cancel reaches the input")
  func laws() {
    expectLaws(cancelledRun: "0-0") { source, _ in source.first() }
    let stage = PictureStage()
    #expect(stage.play(stage.cold("----1|").first(), cancelAt: 2) == "")
    #expect(stage.runs() == "0-2")
  }

  @Test("A value sent from the handler of the first is not heard")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<Int, Never>>()
    subject.signal.first().observe { event in
      notes.add(event)
      if !event.isTerminal { subject.send(2) }
    }
    subject.send(1)
    #expect(notes.all == [.value(1), .finished])
  }
}
