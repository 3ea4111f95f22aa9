import Streams
import Testing

@Suite("prefix")
struct PrefixTests {
  @Test(
    "Passes so many, and ends with the last",
    arguments: [
      (1, "(1|)", "0-0"), (2, "1--(2|)", "0-3"), (3, "1--2(3|)", "0-4"), (4, "1--23--|", "0-7"),
    ])
  func values(_ count: Int, _ expected: String, _ runs: String) {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1--23--|").prefix(count)) == expected)
    #expect(stage.runs() == runs)
  }

  @Test("Of nothing ends at once, and the input never starts", arguments: [0, -3])
  func none(_ count: Int) {
    let stage = PictureStage()
    #expect(stage.play(stage.cold("1--|").prefix(count)) == "|")
    #expect(stage.runs() == "")
  }

  @Test("The input is cancelled before the last value is delivered, the end in the same turn")
  func order() {
    let stage = PictureStage()
    let order = Notes<String>()
    let signal = stage.cold("12345|").handleEvents(onCancel: { order.add("cancel") })
      .prefix(2).handleEvents(onValue: { order.add($0) }, onFinished: { order.add("end") })
    #expect(stage.play(signal) == "1(2|)")
    #expect(order.all == ["1", "cancel", "2", "end"])
  }

  @Test("A cancel at the last value keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<Int, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...9).prefix(2).observe(in: scope) { event in
      notes.add(event)
      if event == .value(2) { scope.cancel() }
    }
    #expect(notes.all == [.value(1), .value(2)])
  }

  @Test("Fails, ends early, cancels and counts for each observer anew")
  func laws() {
    expectLaws(cancelledRun: "0-2") { source, _ in source.prefix(2) }
    expectLaws { source, _ in source.prefix(20) }
  }

  @Test("A cancel made by the teardown keeps the last value from all closures")
  func cancelInTeardown() {
    let (scope, notes) = (Subscription(), Notes<Int>())
    let subject = PassthroughSubject<Int, Never>()
    subject.signal.handleEvents(onCancel: { scope.cancel() }).prefix(2)
      .map { notes.noting($0, $0) }.observe(in: scope, value: { notes.add(-$0) })
    subject.send(1)
    subject.send(2)
    #expect(notes.all == [1, -1])
  }

  @Test("Values sent from the handler count")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<Int, Never>>()
    subject.signal.prefix(2).observe { event in
      notes.add(event)
      if case .value(let value) = event { subject.send(value + 1) }
    }
    subject.send(1)
    #expect(notes.all == [.value(1), .value(2), .finished])
  }
}
