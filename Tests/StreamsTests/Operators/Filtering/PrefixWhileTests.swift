import Streams
import Testing

@Suite("prefix(while:)")
struct PrefixWhileTests {
  private let stage = PictureStage()

  @Test(
    "Passes values up to the first that does not pass",
    arguments: [
      ("1-2-3-1|", "1-2-|", "0-4"), ("3-1|", "|", "0-0"), ("1-2-|", "1-2-|", "0-4"),
      ("1-#", "1-#", "0-2"), ("1-(23)-|", "1-(2|)", "0-2"),
    ])
  func values(_ picture: String, _ expected: String, _ runs: String) {
    #expect(stage.play(stage.cold(picture).prefix { $0 < "3" }) == expected)
    #expect(stage.runs() == runs)
  }

  @Test("The input is cancelled before the end is delivered")
  func order() {
    let order = Notes<String>()
    let signal = stage.cold("123|").handleEvents(onCancel: { order.add("cancel") })
      .prefix { $0 < "2" }
      .materialize().map { order.noting($0.isTerminal ? "end" : "value", $0) }
    #expect(stage.play(signal.dematerialize()) == "1|")
    #expect(order.all == ["value", "cancel", "end"])
  }

  @Test("The closure is not called after it has ended the signal")
  func calls() {
    let calls = Notes<Int>()
    let signal = Signal<Int, Never>.sequence(1...9).prefix { value in
      calls.add(value)
      return value < 3
    }
    signal.observe()
    #expect(calls.all == [1, 2, 3])
  }

  @Test("A cancel in the closure keeps the end away")
  func cancelInClosure() {
    let scope = Subscription()
    let ends = Notes<String>()
    let signal = Signal<Int, Never>.just(1).prefix { _ in
      scope.cancel()
      return false
    }
    // No later scope hides what is handed on.
    signal.materialize().map { ends.noting("end", $0) }.observe(in: scope) { _ in
      Issue.record("delivered")
    }
    #expect(ends.all == [])
  }

  @Test("Ends, fails, cancels and shares nothing")
  func laws() {
    expectLaws { source, _ in source.prefix { $0 < "9" } }
    expectLaws(cancelledRun: "0-4") { source, _ in source.prefix { $0 < "5" } }
  }

  @Test("A value sent from the handler that does not pass ends it")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<Int, Never>>()
    subject.signal.prefix { $0 < 3 }.observe { event in
      notes.add(event)
      if case .value(let value) = event { subject.send(value + 1) }
    }
    subject.send(1)
    #expect(notes.all == [.value(1), .value(2), .finished])
    #expect(subject.observerCount == 0)
  }
}
