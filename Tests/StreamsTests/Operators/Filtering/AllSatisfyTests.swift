import Streams
import Testing

@Suite("allSatisfy")
struct AllSatisfyTests {
  private let stage = PictureStage()

  @Test(
    "False with the first that does not pass, true with the end",
    arguments: [
      ("1-2-3|", "----([false]|)"), ("1-2|", "---([true]|)"), ("--|", "--([true]|)"),
      ("1-#", "--#"), ("(31)#", "([false]|)"),
    ])
  func values(_ picture: String, _ expected: String) {
    #expect(stage.play(stage.cold(picture).allSatisfy { $0 < "3" }) == expected)
  }

  @Test("The input is cancelled before false is delivered")
  func order() {
    let order = Notes<String>()
    let signal = stage.cold("123|").handleEvents(onCancel: { order.add("cancel") })
      .allSatisfy { $0 < "2" }.handleEvents(onValue: { order.add("\($0)") })
    #expect(stage.play(signal) == "-([false]|)")
    #expect(order.all == ["cancel", "false"])
  }

  @Test("A cancel at the answer keeps the end away", arguments: [2, 7])
  func cancelInside(_ limit: Int) {
    let notes = Notes<Event<Bool, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...4).allSatisfy { $0 < limit }.observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value(limit == 7)])
  }

  @Test("Ends, fails, cancels and looks for each observer anew")
  func laws() {
    expectLaws(empty: "---([true]|)") { source, _ in source.allSatisfy { $0 < "9" } }
    expectLaws(empty: "---([true]|)", cancelledRun: "0-4") { source, _ in
      source.allSatisfy { $0 < "2" }
    }
  }

  @Test("A value sent from the closure is looked at after the one in hand")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Event<Bool, Never>>()
    subject.signal
      .allSatisfy { value in
        if value == 1 { subject.send(2) }
        return value == 1
      }
      .observe { notes.add($0) }
    subject.send(1)
    #expect(notes.all == [.value(false), .finished])
  }
}
