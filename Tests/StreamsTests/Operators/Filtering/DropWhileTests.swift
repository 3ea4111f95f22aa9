import Streams
import Testing

@Suite("drop(while:)")
struct DropWhileTests {
  private let stage = PictureStage()

  @Test(
    "Drops up to the first that does not pass, then passes all",
    arguments: [
      ("1-2-3-1|", "----3-1|"), ("3-1|", "3-1|"), ("1-2|", "---|"), ("1-#", "--#"),
      ("(131)|", "(31)|"),
    ])
  func values(_ picture: String, _ expected: String) {
    #expect(stage.play(stage.cold(picture).drop { $0 < "3" }) == expected)
  }

  @Test("The closure is not called after it has let one pass")
  func calls() {
    let calls = Notes<Int>()
    let signal = Signal<Int, Never>.sequence(1...9).drop { value in
      calls.add(value)
      return value < 3
    }
    signal.observe()
    #expect(calls.all == [1, 2, 3])
  }

  @Test("Ends, fails, cancels and drops for each observer anew")
  func laws() {
    expectLaws { source, _ in source.drop { $0 < "2" } }
    expectLaws { source, _ in source.drop { _ in true } }
  }

  @Test("A value sent from the handler of the first that passed passes")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal.drop { $0 < 3 }.observe(value: { value in
      notes.add(value)
      if value == 3 { subject.send(1) }
    })
    for value in 1...3 { subject.send(value) }
    #expect(notes.all == [3, 1])
  }
}
