import Streams
import Testing

@Suite("dematerialize")
struct DematerializeTests {
  private typealias Events = Signal<Event<String, PictureFailure>, Never>

  private let stage = PictureStage()

  /// A letter is a value, `F` a failure, `E` an end.
  private func events(_ picture: String, _ name: String = "a") -> Events {
    stage.cold(picture, name).ignoreFailure()
      .map { letter in
        switch letter {
        case "F": .failure(PictureFailure())
        case "E": .finished
        default: .value(letter)
        }
      }
  }

  @Test("Makes events of values again; the first end ends it")
  func values() {
    #expect(stage.play(events("1--2-E-3|").dematerialize()) == "1--2-|")
    #expect(stage.runs() == "0-5")
    #expect(stage.play(events("1--2-F-3|", "b").dematerialize()) == "1--2-#")
    #expect(stage.runs("b") == "8-13")
  }

  @Test("Without an end among the values it ends with its input")
  func withoutEnd() {
    #expect(stage.play(events("1--2-|").dematerialize()) == "1--2-|")
    #expect(stage.play(events("--|").dematerialize()) == "--|")
  }

  @Test("Is what materialize undoes", arguments: ["1-2-|", "1-2-#", "--|", "#", "1-2-"])
  func inverse(_ picture: String) {
    let signal = stage.cold(picture).materialize().dematerialize()
    #expect(stage.play(signal, cancelAt: 9) == stage.play(stage.cold(picture), cancelAt: 9))
  }

  @Test("The input is cancelled before the end is delivered")
  func order() {
    let order = Notes<String>()
    let signal = events("1F2").handleEvents(onCancel: { order.add("cancel") })
      .dematerialize().mapError { order.noting("failure", $0) }
    #expect(stage.play(signal) == "1#")
    #expect(order.all == ["cancel", "failure"])
  }

  @Test("Nothing of a synchronous input follows the end")
  func synchronous() {
    let list: [Event<Int, PictureFailure>] = [.value(1), .finished, .value(2), .finished]
    let asked = Notes<Int>()
    let events = Signal<Event<Int, PictureFailure>, Never>.sequence(list)
      .handleEvents(onValue: { _ in asked.add(0) })
    let notes = Notes<Event<Int, PictureFailure>>()
    events.dematerialize().observe { notes.add($0) }
    #expect(notes.all == [.value(1), .finished])
    #expect(asked.all.count == 2)
  }

  @Test("A value sent from the handler of the end is not heard")
  func reentrancy() {
    let subject = PassthroughSubject<Event<Int, PictureFailure>, Never>()
    let notes = Notes<Event<Int, PictureFailure>>()
    subject.signal.dematerialize().observe { event in
      notes.add(event)
      subject.send(.value(2))
      subject.send(Event<Int, PictureFailure>.finished)
    }
    subject.send(.value(1))
    #expect(notes.all == [.value(1), .value(2), .finished])
    #expect(subject.observerCount == 0)
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.materialize().dematerialize() }
  }
}
