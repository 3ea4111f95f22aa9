import Streams
import Testing

@Suite("last")
struct LastTests {
  private let stage = PictureStage()

  @Test("The last value, in the turn of the end; none of none")
  func values() {
    #expect(stage.play(stage.cold("1--2-(34)-|").last()) == "-------(4|)")
    #expect(stage.play(stage.cold("--|").last()) == "--|")
    #expect(stage.play(stage.cold("1-2#").last()) == "---#")
  }

  @Test("The last that passes")
  func passing() {
    #expect(stage.play(stage.cold("1-2-3|").last { $0 < "3" }) == "-----(2|)")
    #expect(stage.play(stage.cold("1-2-3|").last { $0 > "3" }) == "-----|")
    #expect(stage.play(stage.cold("1-2#").last { $0 < "2" }) == "---#")
  }

  @Test("A cancel at the value keeps the end away")
  func cancelInside() {
    let notes = Notes<Event<Int, Never>>()
    let scope = Subscription()
    Signal<Int, Never>.sequence(1...3).last().observe(in: scope) { event in
      notes.add(event)
      scope.cancel()
    }
    #expect(notes.all == [.value(3)])
  }

  @Test("Ends, fails, cancels and remembers for each observer alone")
  func laws() {
    expectLaws { source, _ in source.last() }
    expectLaws { source, _ in source.last { $0 < "3" } }
  }

  @Test("A value sent from the closure comes after the one in hand")
  func reentrancy() {
    let subject = PassthroughSubject<Int, Never>()
    let notes = Notes<Int>()
    subject.signal
      .last { value in
        if value == 1 { subject.send(2) }
        return true
      }
      .observe(value: { notes.add($0) })
    subject.send(1)
    subject.finish()
    #expect(notes.all == [2])
  }
}
