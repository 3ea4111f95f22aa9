import Streams
import Testing

@Suite("contains")
struct ContainsTests {
  private let stage = PictureStage()

  @Test(
    "True with the value, false with the end",
    arguments: [
      ("1-2-3|", "--([true]|)", "0-2"), ("1-3|", "---([false]|)", "0-3"),
      ("--|", "--([false]|)", "0-2"), ("1-#", "--#", "0-2"), ("1-(22)#", "--([true]|)", "0-2"),
    ])
  func values(_ picture: String, _ expected: String, _ runs: String) {
    #expect(stage.play(stage.cold(picture).contains("2")) == expected)
    #expect(stage.play(stage.cold(picture).contains { $0 == "2" }) == expected)
    #expect(stage.runs().hasPrefix(runs))
  }

  @Test("The input is cancelled before true is delivered")
  func order() {
    let order = Notes<String>()
    let signal = stage.cold("123|").handleEvents(onCancel: { order.add("cancel") })
      .contains("2").handleEvents(onValue: { order.add("\($0)") })
    #expect(stage.play(signal) == "-([true]|)")
    #expect(order.all == ["cancel", "true"])
  }

  @Test("A cancel at the answer keeps the end away", arguments: [2, 7])
  func cancelInside(_ wanted: Int) {
    let notes = Notes<Event<Bool, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...4).contains(wanted).observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value(wanted == 2)])
  }

  @Test("Ends, fails, cancels and looks for each observer anew")
  func laws() {
    expectLaws(empty: "---([false]|)") { source, _ in source.contains("9") }
    expectLaws(empty: "---([false]|)", cancelledRun: "0-4") { source, _ in source.contains("2") }
  }

  @Test("A value sent from the handler of the answer is not looked at")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<Bool, Never>>()
    subject.signal.contains(1).observe { event in
      notes.add(event)
      subject.send(1)
    }
    subject.send(1)
    #expect(notes.all == [.value(true), .finished])
    #expect(subject.observerCount == 0)
  }
}
