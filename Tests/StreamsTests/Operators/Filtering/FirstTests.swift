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

  @Test("The first that passes, and the end; the input is cancelled before")
  func passing() {
    let stage = PictureStage()
    let order = Notes<String>()
    let signal = stage.cold("1-2-3|").handleEvents(onCancel: { order.add("cancel") })
      .first { $0 > "1" }.handleEvents(onValue: { order.add($0) })
    #expect(stage.play(signal) == "--(2|)")
    #expect(stage.runs() == "0-2")
    #expect(order.all == ["cancel", "2"])
    #expect(stage.play(stage.cold("1-2|").first { $0 > "2" }) == "---|")
    #expect(stage.play(stage.cold("1-2#").first { $0 > "2" }) == "---#")
  }

  @Test("Looks for the first that passes for each observer anew")
  func passingLaws() {
    expectLaws(cancelledRun: "0-4") { source, _ in source.first { $0 == "2" } }
    expectLaws { source, _ in source.first { $0 == "6" } }
  }

  @Test("The closure is not called again after it has passed one")
  func calls() {
    let calls = Notes<Int>()
    let signal = Signal<Int, Never>.sequence(1...9).first { value in
      calls.add(value)
      return value == 3
    }
    signal.observe()
    #expect(calls.all == [1, 2, 3])
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
